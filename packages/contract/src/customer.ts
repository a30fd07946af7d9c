import { WITHDRAWAL_BY } from '@kushi/values/account'
import { z } from 'zod'
import { adCodes } from './ad-codes.ts'
import { partyShape } from './address.ts'
import { type Endpoints, idempotencyKey, idParam, isoDate, listOf } from './endpoint.ts'
import { MemberForm, memberShape } from './form/member.ts'
import { MemberUpdateForm } from './form/member-update.ts'
import { ChangeEmailForm, ChangePasswordForm, WithdrawForm } from './form/password.ts'
import { Order } from './order.ts'
import { oneTimeToken, tokenErrors } from './password.ts'

/** 会員, as the member sees it: without password and tokens. */
export const Customer = z.object({
  id: z.int(),
  email: z.string(),
  /** Since when the e-mail counts as its owner's; null: no link sent to it has been opened yet. */
  email_verified_at: z.string().nullable(),
  ...partyShape,
  birthday: z.string().nullable(),
  sex: z.int().nullable(),
  account_type: z.boolean(),
  company_name: z.string().nullable(),
  company_name_kana: z.string().nullable(),
  manager_name: z.string().nullable(),
  manager_name_kana: z.string().nullable(),
  rank_name: z.string().nullable(),
  rank_use_flag: z.boolean(),
  line_id: z.string().nullable(),
  gmo_id: z.string().nullable(),
  mail_magazine_flag: z.boolean(),
  line_magazine_flag: z.boolean(),
})
export type Customer = z.infer<typeof Customer>

export { MemberForm }

/** The next delivery of a running subscription. */
export const NextDelivery = z.object({
  subscription_id: z.int(),
  /** 1, or 2 to 4 when an error stops this delivery. An error can be corrected at any time. */
  summary_status: z.int(),
  next_delivery_date: isoDate,
  /** The last day on which it can be changed (null: its order exists), and whether it can be changed now. */
  change_deadline: isoDate.nullable(),
  is_changeable: z.boolean(),
  items: z.array(
    z.object({
      product_name: z.string(),
      product_image: z.string(),
      set_item_name1: z.string().nullable(),
      set_item_name2: z.string().nullable(),
      quantity: z.int(),
    }),
  ),
})
export type NextDelivery = z.infer<typeof NextDelivery>

export const MypageTop = z.object({
  name01: z.string(),
  name02: z.string(),
  company_name: z.string().nullable(),
  /** Set only if it is to be shown: the shop shows ranks, today is in their period, and the member has the flag. */
  rank_name: z.string().nullable(),
  line_id: z.string().nullable(),
  has_error_payment: z.boolean(),
  /** The soonest first, three at most. */
  next_deliveries: z.array(NextDelivery),
  /** The latest three. */
  orders: z.array(Order),
})
export type MypageTop = z.infer<typeof MypageTop>

/** ログイン中の端末: one session of the member. */
export const MemberSession = z.object({
  id: z.int(),
  /** `customer`: e-mail and password; `line`. */
  provider: z.enum(['customer', 'line']),
  /** 「iPhone・Safari」 */
  device: z.string(),
  /** The network part of the IP address, without the device's own part; empty if unknown. */
  network: z.string(),
  created_at: z.string(),
  /** The last visit, to the day. */
  seen_at: z.string(),
  /** The session that makes this request. */
  is_current: z.boolean(),
})
export type MemberSession = z.infer<typeof MemberSession>

/** 同意の記録: one consent, or one that was taken back. */
export const MemberConsent = z.object({
  id: z.string(),
  /** What it is about, ready to show: メールでのお知らせ. */
  name: z.string(),
  is_given: z.boolean(),
  /** The e-mail that it is about; null: none, or not shown. */
  address: z.string().nullable(),
  /** Where it was given or taken back, ready to show; null: from before it was recorded. */
  screen: z.string().nullable(),
  /** The words as they were read; null: there were none, or they were not recorded yet. */
  wording: z.string().nullable(),
  /** Version of the words or of the terms. */
  version: z.string().nullable(),
  created_at: z.string(),
})
export type MemberConsent = z.infer<typeof MemberConsent>

/** 退会: accepted on every day; what is on its way comes first. */
const Withdrawal = z.object({
  withdrawal_by: z.enum(WITHDRAWAL_BY),
  problem: z.string().nullable().meta({
    description:
      'What is on its way and comes before 退会 takes effect, in a sentence; null: nothing, so it takes effect at once.',
  }),
  subscription_count: z.int().meta({ description: 'Number of 定期便 that end.' }),
  leaving_at: z.iso.datetime().nullable().meta({
    description:
      'When 退会 was asked for that waits for what is on its way; null: not asked for, taken back, or in effect.',
  }),
})

export const customerEndpoints = {
  'POST /v1/customer/new': {
    summary: '会員登録',
    auth: 'none',
    body: z.object({
      ...memberShape,
      ...adCodes,
      idempotency_key: idempotencyKey,
      /** Typed a second time on the screen. If sent, they must match. */
      email_confirm: z.string().max(200).optional(),
      password_confirm: z.string().max(200).optional(),
      /** The terms and the privacy policy were agreed to: their version is recorded. */
      terms_agreed: z.boolean().optional(),
      /** For a visitor who came through LINE: links the LINE account to the new member. */
      line_access_token: z.string().min(1).max(2000).optional(),
    }),
    response: z.object({ access_token: z.string(), customer: Customer }),
    errors: [
      'ERROR_EMAIL_REGISTERED',
      'ERROR_SUPPLIER_NOT_APPROVED',
      'ERROR_MEMBER_BLOCKED',
      'ERROR_IDEMPOTENCY_KEY_REUSED',
      'ERROR_TOO_MANY_REQUESTS',
      'ERROR_LINE_TOKEN',
      'ERROR_LINE_UNAVAILABLE',
      'ERROR_USER_CUSTOMER_LINE_EXISTS',
    ],
  },
  'GET /v1/customer/consents': {
    summary: '同意の記録(何に、いつ、どの画面の、どの文面で同意したか)',
    auth: 'member',
    response: z.object({ items: z.array(MemberConsent) }),
    errors: [],
  },
  'POST /v1/customer/consents/take-back': {
    summary: 'お知らせへの同意の取り消し',
    auth: 'member',
    body: z.object({ channel: z.enum(['mail', 'line']) }),
    response: z.object({}),
    errors: [],
  },
  'PUT /v1/customer/{id}/update': {
    summary: '会員情報の変更(メールアドレスとパスワードを除く)',
    auth: 'member',
    params: z.object({ id: idParam }),
    body: MemberUpdateForm,
    response: Customer,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /v1/customer/email/change': {
    summary: 'メールアドレスの変更: 新しいアドレスへ確認のメールを送る',
    auth: 'member',
    body: ChangeEmailForm,
    /** `email`: where the mail was sent. The address does not change until the link in the mail is opened. */
    response: z.object({ email: z.string() }),
    errors: ['ERROR_PASSWORD_WRONG', 'ERROR_EMAIL_REGISTERED', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/customer/email/verification': {
    summary: '登録したメールアドレスを確認するメールをもう一度送る',
    auth: 'member',
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/customer/email/confirm': {
    summary: 'メールアドレスを確認する、または変更を確定する(メールのURLから)',
    /** The link alone is sufficient: the member may open it on another device. */
    auth: 'none',
    body: z.object({ token: oneTimeToken }),
    response: z.object({ email: z.string() }),
    errors: [...tokenErrors, 'ERROR_EMAIL_REGISTERED', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/customer/password/change': {
    summary: 'パスワードの変更。ほかの端末はログアウトされる',
    auth: 'member',
    body: ChangePasswordForm,
    response: z.object({}),
    errors: ['ERROR_PASSWORD_WRONG', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'GET /v1/customer/withdrawal': {
    summary: '退会の手続き: いつ退会になるか、何が終わるか',
    auth: 'member',
    response: Withdrawal,
  },
  'POST /v1/customer/withdraw': {
    summary: '退会。定期便は終わり、会員情報は消える。お届けの途中なら、それが済んでから',
    auth: 'member',
    body: WithdrawForm,
    response: Withdrawal.pick({ leaving_at: true }),
    errors: ['ERROR_PASSWORD_WRONG', 'ERROR_WITHDRAWAL_BY_PHONE', 'ERROR_NOT_FOUND', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/customer/withdraw/undo': {
    summary: '退会の申し出の取り消し: 退会になるまで',
    auth: 'member',
    response: Withdrawal,
    errors: ['ERROR_NOT_LEAVING'],
  },
  'GET /v1/customer/sessions': { summary: 'ログイン中の端末', auth: 'member', response: listOf(MemberSession) },
  'DELETE /v1/customer/sessions/{id}': {
    summary: '端末をひとつログアウトさせる',
    auth: 'member',
    params: z.object({ id: idParam }),
    response: listOf(MemberSession),
    errors: ['ERROR_NOT_FOUND'],
  },
  'DELETE /v1/customer/sessions': {
    summary: 'ほかの端末をすべてログアウトさせる',
    auth: 'member',
    response: listOf(MemberSession),
  },
  'GET /v1/customer/mypage-top': { summary: 'マイページの最初の画面', auth: 'member', response: MypageTop },
  'GET /v1/customer/has-error-payment': {
    summary: '決済エラーの定期便があるか',
    auth: 'member',
    /** `has_subscription`: one is not over, so the menu shows 定期便 whatever the shop has set. */
    response: z.object({ has_error_payment: z.boolean(), has_subscription: z.boolean() }),
  },
} as const satisfies Endpoints
