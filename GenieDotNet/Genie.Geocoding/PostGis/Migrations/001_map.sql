-- Areas and their shapes. A map is what one import brought; it is replaced as a whole.
-- The extension's schema is named, since that of a user called genie would come first on the search path.
CREATE EXTENSION IF NOT EXISTS postgis SCHEMA public;
CREATE SCHEMA IF NOT EXISTS genie;

CREATE TABLE IF NOT EXISTS genie.area (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    map         text NOT NULL,
    layer       text NOT NULL,
    code        text NOT NULL,
    name        text NOT NULL,
    parent_code text NOT NULL,
    parent      bigint REFERENCES genie.area DEFERRABLE INITIALLY DEFERRED,
    shape       geometry(MultiPolygon, 4326)
);
CREATE INDEX IF NOT EXISTS area_map ON genie.area (map);
CREATE INDEX IF NOT EXISTS area_parent ON genie.area (parent);

-- The shapes once more, cut into pieces of few vertices, so that a look-up reads little.
CREATE TABLE IF NOT EXISTS genie.piece (
    area  bigint NOT NULL REFERENCES genie.area ON DELETE CASCADE,
    shape geometry(Geometry, 4326) NOT NULL
);
CREATE INDEX IF NOT EXISTS piece_area ON genie.piece (area);
-- Buffered building: PostGIS 3.3's sorted one makes a poor tree of overlapping boxes.
CREATE INDEX IF NOT EXISTS piece_shape ON genie.piece USING gist (shape) WITH (buffering = on);
