/**
 * Vitest's global set-up for journeys: one running shop per lane, at `process.env.SHOP_URL` of its files. A lane runs
 * one journey after the other, so that clock, mailbox and stock are its own.
 */
import { lanes } from './lanes.ts'
import { startShop } from './shop.ts'

export default async function openShops(): Promise<() => Promise<void>> {
  // Analytics as in production; the journeys' browser blocks requests to Google.
  const open = () => startShop({ TAG_MANAGER_ID: 'GTM-JOURNEY' })
  const shops = await Promise.all(Array.from({ length: lanes }, open))
  for (const [index, shop] of shops.entries()) {
    process.env[`SHOP_URL_${index + 1}`] = shop.url
    process.env[`SHOP_DATABASE_URL_${index + 1}`] = shop.databaseUrl
    process.env[`SHOP_DATA_DIR_${index + 1}`] = shop.dataDir
  }
  return async () => {
    await Promise.all(shops.map((shop) => shop.stop()))
  }
}
