import { extension_setting } from '@kushi/db/schema/extension'
import { invalidFields, notFound } from '../../../shop-error.ts'
import type { AdminHandler } from '../../admin/index.ts'
import { recordAudit } from '../../audit/index.ts'
import type { SettingValues } from '../extension.ts'
import { extensionSettings, settingRefusal } from '../extension-settings.ts'
import { extensionsOf } from '../registered.ts'

/** The extensions of the shop that have settings. */
export const listExtensionSettings: AdminHandler<'GET /admin/v1/setting/extensions'> = async (ctx) => {
  const items = []
  for (const extension of extensionsOf(ctx.shop_id)) {
    const values = await extensionSettings(ctx, extension)
    const settings = Object.entries(extension.settings ?? {})
    if (settings.length > 0)
      items.push({
        name: extension.name,
        title: extension.title ?? extension.name,
        settings: settings.map(([name, { label, hint = null, unit = null, choices = null }]) => ({
          name,
          label,
          hint,
          unit,
          value: values[name]!,
          choices: choices && Object.entries(choices).map(([value, label]) => ({ value, label })),
        })),
      })
  }
  return { items }
}

/** Sets the named settings; the others stay. @throws ShopError 404, 422 for a name or a value that it does not have */
export const changeExtensionSettings: AdminHandler<'PUT /admin/v1/setting/extensions/{name}'> = (
  ctx,
  { name, values },
) =>
  ctx.db.transaction(async (tx) => {
    const extension = extensionsOf(ctx.shop_id).find((one) => one.name === name)
    if (!extension?.settings) throw notFound()
    const declared = extension.settings
    const refusals = Object.entries(values).flatMap(([key, value]) => {
      const setting = Object.hasOwn(declared, key) ? declared[key] : undefined
      const message = setting ? settingRefusal(setting, value) : `「${key}」という設定はありません。`
      return message ? [{ path: `values.${key}`, message_id: 'refused', message }] : []
    })
    if (refusals.length > 0) throw invalidFields(refusals)
    const before = await extensionSettings({ db: tx, shop_id: ctx.shop_id }, extension)
    const after = { ...before, ...(values as SettingValues) }
    await tx
      .insert(extension_setting)
      .values({ shop_id: ctx.shop_id, extension: name, values: after, updated_at: ctx.clock.now() })
      .onConflictDoUpdate({
        target: [extension_setting.shop_id, extension_setting.extension],
        set: { values: after, updated_at: ctx.clock.now() },
      })
    const labelled = (all: SettingValues) =>
      Object.fromEntries(
        Object.entries(all).map(([key, value]) => {
          const { label, choices } = declared[key]!
          return [label, choices?.[String(value)] ?? value]
        }),
      )
    await recordAudit(tx, ctx, {
      subject: 'extension_setting',
      subject_id: name,
      subject_name: extension.title ?? name,
      before: labelled(before),
      after: labelled(after),
    })
    return {}
  })
