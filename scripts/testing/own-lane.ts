/** Vitest's set-up for each journey file: selects the shop of its lane. */
const lane = process.env.VITEST_POOL_ID
process.env.SHOP_URL = process.env[`SHOP_URL_${lane}`]
process.env.SHOP_DATABASE_URL = process.env[`SHOP_DATABASE_URL_${lane}`]
process.env.SHOP_DATA_DIR = process.env[`SHOP_DATA_DIR_${lane}`]
