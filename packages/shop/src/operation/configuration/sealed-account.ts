import type { Queryable } from '@kushi/db/connect'
import { shop_account } from '@kushi/db/schema/shop'
import { eq } from 'drizzle-orm'
import type { SecretBox } from '../../secret-box.ts'

/** Values of the provider accounts of a shop (payment, LINE and so on), by variable name. */
export type ProviderAccountValues = Readonly<Record<string, string>>

/** Contains the shop, so that a row of another shop can't be put in its place. */
interface Content {
  shop_id: number
  values: ProviderAccountValues
}

/** Encrypts the provider accounts of a shop. */
export const sealProviderAccounts = (secrets: SecretBox, content: Content): string =>
  secrets.seal(JSON.stringify(content))

/**
 * Decrypts the provider accounts of a shop.
 * @throws Error when they were encrypted with an unknown key, or belong to another shop
 */
export function openProviderAccounts(secrets: SecretBox, shop_id: number, sealed: string): ProviderAccountValues {
  const content = JSON.parse(secrets.open(sealed)) as Content
  if (content.shop_id !== shop_id) throw new Error('the accounts are those of another shop')
  return content.values
}

/** The shop's own accounts, sealed; null when it has none. */
export async function loadSealedProviderAccounts(db: Queryable, shop_id: number): Promise<string | null> {
  const [row] = await db.select().from(shop_account).where(eq(shop_account.shop_id, shop_id))
  return row?.sealed ?? null
}
