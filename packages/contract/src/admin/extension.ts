import { z } from 'zod'
import { idParam, listOf } from '../endpoint.ts'
import type { AdminEndpoints } from './endpoint.ts'

/** An event that an extension failed to handle after all attempts. */
export const FailedExtensionEvent = z.object({
  id: z.int(),
  extension: z.string(),
  event: z.string(),
  last_error: z.string().nullable(),
  happened_at: z.iso.datetime(),
  failed_at: z.iso.datetime(),
})
export type FailedExtensionEvent = z.infer<typeof FailedExtensionEvent>

const manage = { permission: 'account.manage' } as const

const settingValue = z.union([z.string().max(1000), z.number(), z.boolean()])

export const ExtensionSettings = z.object({
  /** The extension. */
  name: z.string().meta({ title: '名前' }),
  title: z.string().meta({ description: 'What operators call the extension.' }),
  settings: z.array(
    z.object({
      name: z.string(),
      label: z.string().meta({ title: '言葉' }),
      hint: z.string().nullable(),
      value: settingValue,
      unit: z.string().nullable().meta({ description: 'Shown after a number.' }),
      choices: z
        .array(z.object({ value: z.string(), label: z.string() }))
        .nullable()
        .meta({ description: 'The values of a text that is chosen; null: any value of the same type.' }),
    }),
  ),
})
export type ExtensionSettings = z.infer<typeof ExtensionSettings>

export const extensionAdminEndpoints = {
  'GET /admin/v1/setting/extensions': {
    summary: '拡張機能の設定',
    permission: 'setting.read',
    response: listOf(ExtensionSettings),
  },
  'PUT /admin/v1/setting/extensions/{name}': {
    summary: '拡張機能の設定を変える',
    permission: 'setting.write',
    params: z.object({ name: z.string().max(40) }),
    /** A value that is null is refused beside its field. */
    body: z.object({ values: z.record(z.string().max(40), settingValue.nullable()) }),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /admin/v1/setting/extension-notes': {
    summary: '拡張機能が受け取れなかった出来事',
    ...manage,
    /** The newest 100. */
    response: listOf(FailedExtensionEvent),
  },
  'POST /admin/v1/setting/extension-notes/{id}/retry': {
    summary: '拡張機能へもう一度伝える',
    ...manage,
    params: z.object({ id: idParam }),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND'],
  },
} as const satisfies AdminEndpoints
