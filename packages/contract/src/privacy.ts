import { PRIVACY_KIND_NAME, PRIVACY_STATE_NAME } from '@kushi/values/privacy-request'
import { z } from 'zod'
import { type Endpoints, listOf } from './endpoint.ts'
import { PrivacyForm } from './form/privacy.ts'
import { oneOf } from './one-of.ts'

/** 個人情報のご請求, as the member sees it. */
export const MemberPrivacyRequest = z.object({
  id: z.int(),
  kind: oneOf(PRIVACY_KIND_NAME).meta({ description: 'What sort it is; of what, the call says.' }),
  state: oneOf(PRIVACY_STATE_NAME).meta({ description: '`received`, `working`, `done` or `refused`.' }),
  content: z.string(),
  due_on: z.string().meta({ description: 'By then the shop answers (YYYY-MM-DD).' }),
  created_at: z.string(),
})
export type MemberPrivacyRequest = z.infer<typeof MemberPrivacyRequest>

export const privacyEndpoints = {
  'GET /v1/customer/privacy-requests': {
    summary: '個人情報のご請求の履歴',
    auth: 'member',
    while_closed: true,
    response: listOf(MemberPrivacyRequest),
  },
  'POST /v1/customer/privacy-requests': {
    summary: '個人情報の開示・訂正・利用停止・削除を請求する',
    auth: 'member',
    while_closed: true,
    body: PrivacyForm,
    response: MemberPrivacyRequest,
    errors: ['ERROR_PASSWORD_WRONG', 'ERROR_PRIVACY_REQUEST_OPEN', 'ERROR_NOT_FOUND', 'ERROR_TOO_MANY_REQUESTS'],
  },
} as const satisfies Endpoints
