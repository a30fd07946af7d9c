import { z } from 'zod'
import { Session } from './common.ts'
import { inquiryNo } from './contact.ts'
import { Customer } from './customer.ts'
import { type Endpoints, idempotencyKey, idParam } from './endpoint.ts'
import { LineContactForm } from './form/line-contact.ts'
import { emailField } from './form/member.ts'
import { oneTimeToken, tokenErrors } from './password.ts'

/** Access token of LINE's login. The server asks LINE for its owner every time and never stores it. */
export const lineAccessToken = z.string().min(1).max(2000)

/** The password of a member whose login is older than ten minutes. Without it, the linking is confirmed by mail. */
const currentPassword = z.string().min(1).max(200).optional()

/** 1 not added, 2 permission, 3 add, 4 added. */
const friendStatusId = z.int().min(1).max(4)
/** Why an account is not linked: 1 no LINE account, 2 e-mail not registered. */
const linkFailureId = z.int().min(1).max(2)

const lineErrors = [
  'ERROR_LINE_TOKEN',
  'ERROR_LINE_UNAVAILABLE',
  'ERROR_LINE_NOT_USED',
  'ERROR_TOO_MANY_REQUESTS',
] as const
const linkErrors = [...lineErrors, 'ERROR_USER_CUSTOMER_LINE_EXISTS', 'ERROR_LINE_NOT_FRIEND'] as const

export const LineAccount = z.object({
  line_id: z.string(),
  display_name: z.string().meta({ description: 'Name on LINE.' }),
  friend_status_id: friendStatusId,
})
export type LineAccount = z.infer<typeof LineAccount>

/** The LINE account linked to a member. */
export const SocialLine = z.object({
  line_id: z.string().nullable(),
  friend_status_id: friendStatusId
    .nullable()
    .meta({ description: '1 not added, 2 permission, 3 add, 4 added; null: not linked.' }),
  is_friend: z.boolean().meta({ description: 'The shop asks for friendship, the member is linked and a friend.' }),
})
export type SocialLine = z.infer<typeof SocialLine>

export const lineEndpoints = {
  'POST /v1/common/line-account/verify': {
    summary: 'LINEアカウントでログイン(トークンをLINEに確かめる)',
    auth: 'none',
    while_closed: true,
    body: z.object({ line_access_token: lineAccessToken }),
    /** `access_token` and `customer` are null for a LINE account that is not linked with a member. */
    response: LineAccount.extend({
      access_token: z.string().nullable(),
      customer: Customer.nullable().meta({ description: '会員: the member.' }),
    }),
    errors: [...lineErrors, 'ERROR_LINE_NOT_FRIEND', 'ERROR_MEMBER_BLOCKED'],
  },
  'POST /v1/common/line-link/confirm': {
    summary: 'LINE連携を確定する(メールのURLから)。はじめたときと同じLINEアカウントか、ログイン中の本人だけが使える',
    /** Without `line_access_token`, the member who received the link must be logged in. */
    auth: 'optional',
    while_closed: true,
    body: z.object({ token: oneTimeToken, line_access_token: lineAccessToken.optional() }),
    response: Session,
    errors: [
      ...tokenErrors,
      ...linkErrors,
      'ERROR_LINE_ACCOUNT_DIFFERENT',
      'ERROR_CUSTOMER_HAS_LINE',
      'ERROR_MEMBER_BLOCKED',
    ],
  },
  'POST /v1/common/line-link/nonce': {
    summary: 'トークからの連携: LINEに渡す一度きりの値',
    auth: 'member',
    while_closed: true,
    confirmed_device: true,
    body: z.object({
      password: currentPassword,
    }),
    response: z.object({ nonce: z.string().meta({ description: 'A value that is good once.' }) }),
    errors: [
      'ERROR_DEVICE_NOT_CONFIRMED',
      'ERROR_CUSTOMER_HAS_LINE',
      'ERROR_LINE_NOT_USED',
      'ERROR_TOO_MANY_REQUESTS',
      'ERROR_PASSWORD_NEEDED',
      'ERROR_PASSWORD_WRONG',
    ],
  },
  'GET /v1/common/social/line': {
    summary: 'LINE連携の状態',
    auth: 'member',
    acting: 'refused',
    while_closed: true,
    response: SocialLine,
  },
  'DELETE /v1/common/social/line': {
    summary: 'LINE連携の解除。LINEでログインした端末はログアウトされる',
    auth: 'member',
    while_closed: true,
    confirmed_device: true,
    response: SocialLine,
    errors: ['ERROR_DEVICE_NOT_CONFIRMED', 'ERROR_PASSWORD_NOT_SET'],
  },
  'POST /v1/setting/line/check-friend-line': {
    summary: '友だちの状態(自分のLINEアカウントについて)',
    auth: 'member',
    while_closed: true,
    body: z.object({ line_user_id: z.string().min(1).max(64) }),
    response: z.object({ friend_status_id: friendStatusId }),
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /v1/setting/line/social-save-account': {
    summary: 'LINE連携: パスワードを確かめた会員はその場で、それ以外はメールのURLで確定する',
    auth: 'optional',
    while_closed: true,
    body: z.object({
      line_access_token: lineAccessToken.optional(),
      email: z.optional(emailField),
      password: currentPassword,
    }),
    /** Not linked and no failure: a confirmation link was sent by mail. */
    response: z.object({
      is_linked: z.boolean().meta({ description: 'Whether the account is linked now.' }),
      link_failure_id: linkFailureId
        .nullable()
        .meta({ description: '1 no LINE account, 2 e-mail not registered; null: none.' }),
    }),
    errors: [...linkErrors, 'ERROR_CUSTOMER_HAS_LINE', 'ERROR_PASSWORD_WRONG'],
  },
  'POST /v1/setting/line/link-line/business-account': {
    summary: '法人会員のLINE連携。パスワードを確かめられないときは、メールのURLで確定する',
    auth: 'member',
    while_closed: true,
    body: z.object({ customer_id: idParam, line_access_token: lineAccessToken, password: currentPassword }),
    /** `line_id` null: a confirmation link was sent by mail. */
    response: SocialLine,
    errors: [...linkErrors, 'ERROR_NOT_FOUND', 'ERROR_CUSTOMER_HAS_LINE', 'ERROR_NOT_BUSINESS', 'ERROR_PASSWORD_WRONG'],
  },
  'POST /v1/inquiry/line/create': {
    summary: 'LINEからのお問い合わせ(返事はトークに届く)',
    auth: 'optional',
    while_closed: true,
    body: z.object({ ...LineContactForm.shape, line_access_token: lineAccessToken, idempotency_key: idempotencyKey }),
    response: z.object({ inquiry_no: z.string() }),
    errors: [...lineErrors, 'ERROR_LINE_NOT_FRIEND', 'ERROR_IDEMPOTENCY_KEY_REUSED'],
  },
  'PUT /v1/inquiry/customer/update/status': {
    summary: 'LINEからのお問い合わせを、お客様が解決済みにする・もう一度ひらく',
    auth: 'optional',
    while_closed: true,
    /** 6: complete; 1: reopen. */
    body: z.object({
      inquiry_no: inquiryNo,
      inquiry_status_id: z.union([z.literal(1), z.literal(6)]).meta({ description: '1 open, 6 complete.' }),
      line_access_token: lineAccessToken.optional(),
    }),
    response: z.object({
      inquiry_no: z.string(),
      inquiry_status_id: z.int().meta({ description: '1 open, 6 complete.' }),
    }),
    errors: [...lineErrors, 'ERROR_NOT_FOUND'],
  },
} as const satisfies Endpoints
