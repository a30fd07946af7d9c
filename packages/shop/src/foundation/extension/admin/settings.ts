import { extension_setting } from '@kushi/db/schema/extension'
import { invalidFields, notFound } from '../../../shop-error.ts'
import type { AdminVerb } from '../../admin/index.ts'
import { record } from '../../audit/index.ts'
import { extensionSettings } from '../extension-settings.ts'
import { extensionsOf } from '../registered.ts'

/** The extensions of the shop that have settings. */
export const listExtensionSettings: AdminVerb<'GET /admin/v1/setting/extensions'> = async (ctx) => {
  const items = []
  for (const extension of extensionsOf(ctx.shop_id)) {
    const values = await extensionSettings(ctx, extension)
    const settings = Object.entries(extension.settings ?? {})
    if (settings.length > 0)
      items.push({
        name: extension.name,
        settings: settings.map(([name, { label }]) => ({ name, label, value: values[name]! })),
      })
  }
  return { items }
}

/** Sets the named settings; the others stay. @throws ShopError 404, 422 for a name or a type that it does not have */
export const changeExtensionSettings: AdminVerb<'PUT /admin/v1/setting/extensions/{name}'> = (ctx, { name, values }) =>
  ctx.db.transaction(async (tx) => {
    const extension = extensionsOf(ctx.shop_id).find((one) => one.name === name)
    if (!extension?.settings) throw notFound()
    const declared = extension.settings
    const wrong = Object.entries(values).filter(([key, value]) => typeof declared[key]?.default !== typeof value)
    if (wrong.length > 0)
      throw invalidFields(
        wrong.map(([key]) => ({
          path: `values.${key}`,
          message_id: 'refused',
          message: declared[key] ? `「${declared[key].label}」の形が違います。` : `「${key}」という設定はありません。`,
        })),
      )
    const before = await extensionSettings({ db: tx, shop_id: ctx.shop_id }, extension)
    const after = { ...before, ...values }
    await tx
      .insert(extension_setting)
      .values({ shop_id: ctx.shop_id, extension: name, values: after, updated_at: ctx.clock.now() })
      .onConflictDoUpdate({
        target: [extension_setting.shop_id, extension_setting.extension],
        set: { values: after, updated_at: ctx.clock.now() },
      })
    const labelled = (all: typeof after) =>
      Object.fromEntries(Object.entries(all).map(([key, value]) => [declared[key]!.label, value]))
    await record(tx, ctx, {
      ...{ subject: 'extension_setting', subject_id: name, subject_name: name },
      before: labelled(before),
      after: labelled(after),
    })
    return {}
  })
