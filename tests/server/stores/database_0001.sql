BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE hooks (
	table_id TEXT NOT NULL, 
	seat SMALLINT NOT NULL, 
	url TEXT NOT NULL, 
	PRIMARY KEY (table_id, seat)
);
CREATE TABLE log (
	table_id TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	seat SMALLINT NOT NULL, 
	data TEXT NOT NULL, 
	"key" TEXT, 
	at DOUBLE NOT NULL, 
	PRIMARY KEY (table_id, version)
)
 WITHOUT ROWID

;
INSERT INTO "log" VALUES('85kjy9xcletatwbs',0,'opened',0,'{"game":"verflixxt","rules":"base","options":{},"seats":[{"kind":"person","name":"Ada","level":""},{"kind":"open","name":"","level":""}],"host":0,"secret":"a15dc4c4ac13048d13fd50475a42b0be9039259a679586da0c4d5aa5d311191f","public":false,"clock":null,"substitute":"cat","watching":"live","aid":true,"games":1,"start":"host","pace":0.8,"lesson":"","seed":2}',NULL,1.79485470547109317784e+09);
INSERT INTO "log" VALUES('85kjy9xcletatwbs',1,'joined',1,'Ben',NULL,1.79485470547946596143e+09);
INSERT INTO "log" VALUES('85kjy9xcletatwbs',2,'word',0,'hello','word-157',1.79485470548165488248e+09);
INSERT INTO "log" VALUES('85kjy9xcletatwbs',3,'started',0,'','start-158',1.7948547054834628105e+09);
INSERT INTO "log" VALUES('85kjy9xcletatwbs',4,'action',1,'m0','k159',1.79485470582952141762e+09);
INSERT INTO "log" VALUES('85kjy9xcletatwbs',5,'action',0,'m0','k160',1794854705.85356);
INSERT INTO "log" VALUES('85kjy9xcletatwbs',6,'action',1,'m0','k161',1.79485470585514402387e+09);
INSERT INTO "log" VALUES('85kjy9xcletatwbs',7,'action',0,'m0','k162',1.79485470586589074132e+09);
INSERT INTO "log" VALUES('85kjy9xcletatwbs',8,'action',1,'m0','k163',1.79485470586913657188e+09);
INSERT INTO "log" VALUES('85kjy9xcletatwbs',9,'action',0,'m0','k164',1.79485470587035059924e+09);
CREATE TABLE tables (
	id TEXT NOT NULL, 
	code TEXT NOT NULL, 
	public SMALLINT NOT NULL, 
	status TEXT NOT NULL, 
	created DOUBLE NOT NULL, 
	touched DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (code)
);
INSERT INTO "tables" VALUES('85kjy9xcletatwbs','7GZ7HU',0,'playing',1.79485470547109317784e+09,1.7948547054834628105e+09);
CREATE TABLE tokens (
	hash TEXT NOT NULL, 
	table_id TEXT NOT NULL, 
	seat SMALLINT NOT NULL, 
	host SMALLINT NOT NULL, 
	created DOUBLE NOT NULL, 
	PRIMARY KEY (hash)
);
INSERT INTO "tokens" VALUES('d2a66bc118bbaa83bdd2acc576e780783bbb37e1b13c54acda9c9aebd0e79b59','85kjy9xcletatwbs',0,1,1.79485470547109317784e+09);
INSERT INTO "tokens" VALUES('7d25df305156bee1affe9955fc53dff738590ce7d56735a7fa3320cabd432899','85kjy9xcletatwbs',1,0,1.7948547054794168472e+09);
CREATE TABLE transfers (
	hash TEXT NOT NULL, 
	table_id TEXT NOT NULL, 
	seat SMALLINT NOT NULL, 
	host SMALLINT NOT NULL, 
	expires BIGINT NOT NULL, 
	PRIMARY KEY (hash)
);
CREATE INDEX tables_by_status ON tables (status, touched);
CREATE UNIQUE INDEX log_by_key ON log (table_id, seat, "key") WHERE "key" IS NOT NULL;
CREATE INDEX tokens_by_seat ON tokens (table_id, seat);
CREATE INDEX transfers_by_seat ON transfers (table_id, seat);
COMMIT;
