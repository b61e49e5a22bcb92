-- People who may log in.
CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL
);

CREATE INDEX users_by_name ON users (name);

CREATE VIEW active_users AS
SELECT id, name FROM users WHERE id > 0;

-- Counts rows.
CREATE FUNCTION count_users() RETURNS integer AS $$
  SELECT count(*) FROM users;
$$ LANGUAGE sql;

WITH recent AS (SELECT * FROM users)
SELECT lower(name) FROM recent;
