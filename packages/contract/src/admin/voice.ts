import * as rule from '@kushi/values/field-rule'
import { VOICE_ORIGIN_NAME } from '@kushi/values/voice'
import { z } from 'zod'
import { idParam, isoDate, listOf } from '../endpoint.ts'
import { lineField, paragraphsField } from '../form/field.ts'
import { oneOf } from '../one-of.ts'
import { markCustomerFacing } from '../read-by.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { versionField } from './setting-field.ts'

export const VoiceInput = z.object({
  /** null: about the shop. */
  product_id: z.int().positive().nullable().meta({ title: '商品' }),
  text: markCustomerFacing(paragraphsField(rule.required('声'), rule.maxLength('声', 400))),
  named_as: lineField(rule.required('お名前の出し方'), rule.maxLength('お名前の出し方', 40)).check(
    z.meta({ title: 'お名前の出し方' }),
  ),
  received_on: isoDate.meta({ title: 'いただいた日' }),
  origin: oneOf(VOICE_ORIGIN_NAME, 'どのようにいただいた声かを選んでください。').meta({ title: 'いただいた経緯' }),
  consented_on: isoDate.nullable().meta({ title: '承諾の日' }),
  consent_note: z.string().trim().max(200, '200文字までです。').meta({ title: '承諾の控え' }),
  visible: z.boolean(),
})
export type VoiceInput = z.infer<typeof VoiceInput>

export const VoiceRow = z.object({ ...VoiceInput.shape, id: z.int(), product_name: z.string().nullable() })
export type VoiceRow = z.infer<typeof VoiceRow>

const VoiceEdit = z.object({ ...VoiceInput.shape, id: z.int(), version: versionField })
const params = z.object({ id: idParam })

export const voiceAdminEndpoints = {
  'GET /admin/v1/voices': { summary: 'お客様の声の一覧', permission: 'content.read', response: listOf(VoiceRow) },
  'GET /admin/v1/voices/{id}': {
    summary: 'お客様の声',
    permission: 'content.read',
    params,
    response: VoiceEdit,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/voices': {
    summary: 'お客様の声を加える',
    permission: 'content.write',
    body: VoiceInput,
    response: z.object({ id: z.int() }),
    errors: ['ERROR_TOO_MANY'],
  },
  'PUT /admin/v1/voices/{id}': {
    summary: 'お客様の声を変える',
    permission: 'content.write',
    params,
    body: z.object({ ...VoiceInput.shape, version: versionField }),
    response: VoiceEdit,
    errors: ['ERROR_NOT_FOUND', 'ERROR_CHANGED_MEANWHILE'],
  },
  'POST /admin/v1/voices/{id}/move': {
    summary: 'お客様の声を、ほかの声の位置へ動かす',
    permission: 'content.write',
    params,
    /** `onto`: takes the place of that voice; those between shift by one towards the old place. */
    body: z.object({ onto: z.int() }),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND'],
  },
  'DELETE /admin/v1/voices/{id}': {
    summary: 'お客様の声を削除する',
    permission: 'content.write',
    params,
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND'],
  },
} as const satisfies AdminEndpoints
