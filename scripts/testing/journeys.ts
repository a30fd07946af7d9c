/** Vitest's global set-up for journeys: one open shop for all of them, at `process.env.SHOP_URL`. */
import { startShop } from './shop.ts'

export default async function openShop(): Promise<() => Promise<void>> {
  const shop = await startShop()
  process.env.SHOP_URL = shop.url
  process.env.SHOP_DATABASE_URL = shop.databaseUrl
  return () => shop.stop()
}
