-- When a key was given, so that it can be forgotten. Keys of before get the time of this script. A BRIN index costs appends next to nothing,
-- and finds old rows as they lie one behind the other.
ALTER TABLE genie.append_key ADD COLUMN IF NOT EXISTS recorded timestamptz NOT NULL DEFAULT now();
CREATE INDEX IF NOT EXISTS append_key_recorded ON genie.append_key USING brin (recorded) WITH (autosummarize = on);
