import type { Queryable } from '@kushi/db/connect'
import { extension_setting } from '@kushi/db/schema/extension'
import { and, eq } from 'drizzle-orm'
import type { Extension, SettingValues } from './extension.ts'

type Subject = { db: Queryable; shop_id: number }

/** The settings of an extension in a shop: what the shop has set, and else the defaults. Runs no query if it has none. */
export async function extensionSettings(
  { db, shop_id }: Subject,
  { name, settings = {} }: Pick<Extension, 'name' | 'settings'>,
): Promise<SettingValues> {
  const defaults = Object.entries(settings)
  if (defaults.length === 0) return {}
  const [row] = await db
    .select({ values: extension_setting.values })
    .from(extension_setting)
    .where(and(eq(extension_setting.shop_id, shop_id), eq(extension_setting.extension, name)))
  // A value that an earlier version of the extension declared with another type counts as not set.
  return Object.fromEntries(
    defaults.map(([key, one]) => {
      const set = row?.values[key]
      return [key, typeof set === typeof one.default ? set! : one.default]
    }),
  )
}
