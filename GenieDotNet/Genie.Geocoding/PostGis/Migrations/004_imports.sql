-- An area's code is there once in a map, or, where the map's file has several areas of one code, once with each number: so that
-- no two imports can leave a layer twice. A layer that was left so becomes whole with its next import.
ALTER TABLE genie.area ADD COLUMN part int NOT NULL DEFAULT 0;
ALTER TABLE genie.area ADD COLUMN properties jsonb;
UPDATE genie.area a SET part = n.part
FROM (SELECT id, row_number() OVER (PARTITION BY map, layer, code ORDER BY id) - 1 AS part FROM genie.area) n
WHERE n.id = a.id AND n.part > 0;
CREATE UNIQUE INDEX area_code ON genie.area (map, layer, code, part);
DROP INDEX genie.area_map;

-- What was imported when: the last row of a map is the one that it holds now.
CREATE TABLE genie.import (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    map      text NOT NULL,
    source   text NOT NULL,
    areas    bigint NOT NULL,
    imported timestamptz NOT NULL DEFAULT now(),
    importer text NOT NULL DEFAULT session_user
);
GRANT SELECT ON genie.import TO genie_reader;
