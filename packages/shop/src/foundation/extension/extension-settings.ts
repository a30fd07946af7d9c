import type { Queryable } from '@kushi/db/connect'
import { extension_setting } from '@kushi/db/schema/extension'
import { fieldRuleMessage } from '@kushi/values/message'
import { and, eq } from 'drizzle-orm'
import type { Extension, ExtensionSetting, SettingValue, SettingValues } from './extension.ts'

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
  // A value that an earlier version of the extension allowed and this one refuses counts as not set.
  return Object.fromEntries(
    defaults.map(([key, one]) => {
      const set = row?.values[key]
      return [key, set === undefined || settingRefusal(one, set) ? one.default : set]
    }),
  )
}

/** Why a setting can't have this value, for the operator; undefined: it can. null: nothing was typed. */
export function settingRefusal(setting: ExtensionSetting, value: SettingValue | null): string | undefined {
  const { label, choices, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = setting
  if (choices) return Object.hasOwn(choices, String(value)) ? undefined : fieldRuleMessage('cmn-err-002', label)
  if (typeof setting.default === 'number') {
    if (!Number.isSafeInteger(value)) return fieldRuleMessage('cmn-err-003', label, '半角数字')
    if (Number(value) >= min && Number(value) <= max) return undefined
    return setting.min !== undefined && setting.max !== undefined
      ? fieldRuleMessage('cmn-err-008', label, min, max)
      : fieldRuleMessage('cmn-err-003', label, setting.max === undefined ? `${min}以上の数` : `${max}以下の数`)
  }
  return typeof value === typeof setting.default ? undefined : `「${label}」の形が違います。`
}
