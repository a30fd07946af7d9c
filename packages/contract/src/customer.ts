import { WITHDRAWAL_CHANNEL_NAME } from '@kushi/values/account'
import { MESSAGE_CHANNEL_NAME } from '@kushi/values/message'
import { z } from 'zod'
import { adCodeFields } from './ad-codes.ts'
import { partyShape } from './address.ts'
import { type Endpoints, idempotencyKey, idParam, isoDate, listOf, pieces } from './endpoint.ts'
import { MemberForm, memberShape } from './form/member.ts'
import { MemberUpdateForm } from './form/member-update.ts'
import { ChangeEmailForm, ChangePasswordForm, WithdrawForm } from './form/password.ts'
import { oneOf } from './one-of.ts'
import { Order } from './order.ts'
import { oneTimeToken, tokenErrors } from './password.ts'

/** 会員, as the member sees it: without password and tokens. */
export const Customer = z.object({
  id: z.int(),
  email: z.string().meta({ description: 'メールアドレス. Lower case when stored.' }),
  email_verified_at: z.string().nullable().meta({
    description:
      'Since when the e-mail counts as its owner’s; null: no link sent to it has been opened yet, so its mails contain no text of the member.',
  }),
  ...partyShape,
  birthday: z.string().nullable().meta({ description: '生年月日; null: not told.' }),
  sex: z.int().nullable().meta({ description: '性別: 1 male, 2 female, null no answer.' }),
  account_type: z.boolean().meta({ description: 'true: 法人 (business), false: 個人 (personal).' }),
  company_name: z.string().nullable().meta({ description: '会社名; empty or null for a person.' }),
  company_name_kana: z.string().nullable().meta({ description: '会社名 in hiragana, spaces allowed.' }),
  manager_name: z.string().nullable().meta({ description: 'ご担当者名 of a business account.' }),
  manager_name_kana: z.string().nullable().meta({ description: 'ご担当者名 in hiragana.' }),
  rank_name: z.string().nullable().meta({ description: '会員ランク, ready to show; null: none, or not shown.' }),
  rank_use_flag: z.boolean().meta({ description: 'Whether this member has a rank.' }),
  line_id: z.string().nullable().meta({ description: 'LINE user id; null: not linked.' }),
  gmo_id: z.string().nullable().meta({
    description:
      'Id of the member at the card provider; null: no card was ever kept. In a request only one’s own is taken.',
  }),
  mail_magazine_flag: z.boolean().meta({ description: 'Consent to news by mail (特定電子メール法).' }),
  line_magazine_flag: z.boolean().meta({ description: 'Consent to news over LINE.' }),
})
export type Customer = z.infer<typeof Customer>

export { MemberForm }

/** The next delivery of a running subscription. */
export const NextDelivery = z.object({
  subscription_id: z.int().meta({ description: 'Id of the subscription.' }),
  /** 1, or 2 to 4 when an error stops this delivery. An error can be corrected at any time. */
  summary_status: z
    .int()
    .meta({ description: '1 normal, 2 settlement error, 3 out of stock, 4 other error, 5 pause, 6 cancel.' }),
  next_delivery_date: isoDate,
  /** The last day on which it can be changed (null: its order exists), and whether it can be changed now. */
  change_deadline: isoDate
    .nullable()
    .meta({ common: true, description: 'The last day, to its end in Japan, on which that delivery can be changed.' }),
  is_changeable: z.boolean().meta({ description: 'Whether it can be changed today.' }),
  items: z
    .array(
      z.object({
        product_name: z.string().meta({ description: '商品名.' }),
        product_image: z
          .string()
          .meta({ description: 'Picture, below `image_api` of `init`, without width and format.' }),
        set_item_name1: z.string().nullable().meta({ description: 'The choice on the first axis (椿); null: none.' }),
        set_item_name2: z
          .string()
          .nullable()
          .meta({ description: 'The choice on the second axis (300 mL); null: none.' }),
        quantity: pieces,
      }),
    )
    .meta({ description: 'The list.' }),
})
export type NextDelivery = z.infer<typeof NextDelivery>

export const MypageTop = z.object({
  name01: z.string().meta({ description: '姓: last name.' }),
  name02: z.string().meta({ description: '名: first name.' }),
  company_name: z.string().nullable(),
  /** Set only if it is to be shown: the shop shows ranks, today is in their period, and the member has the flag. */
  rank_name: z.string().nullable(),
  line_id: z.string().nullable(),
  has_error_payment: z.boolean().meta({ description: 'Whether the payment of a subscription failed.' }),
  next_deliveries: z.array(NextDelivery).meta({ description: 'The soonest first, three at most.' }),
  orders: z.array(Order).meta({ description: 'The latest three.' }),
})
export type MypageTop = z.infer<typeof MypageTop>

/** ログイン中の端末: one session of the member. */
export const MemberSession = z.object({
  id: z.int(),
  provider: z
    .enum(['customer', 'line'])
    .meta({ description: 'How the session began: `customer` (e-mail and password) or `line`.' }),
  device: z.string().meta({ description: 'The device and browser in words: 「iPhone・Safari」.' }),
  network: z
    .string()
    .meta({ description: 'The network, without the device’s own part of the address; empty where unknown.' }),
  created_at: z.string().meta({ description: 'When it was made (UTC).' }),
  seen_at: z.string().meta({ description: 'The last visit, to the day (UTC).' }),
  is_current: z.boolean().meta({ description: 'Whether it is the session that asks.' }),
})
export type MemberSession = z.infer<typeof MemberSession>

/** 同意の記録: one consent, or its withdrawal. */
export const MemberConsent = z.object({
  id: z.string(),
  /** What it is about, ready to show: メールでのお知らせ. */
  name: z.string(),
  is_given: z.boolean().meta({ description: 'true: agreed; false: taken back.' }),
  address: z.string().nullable().meta({ description: 'The e-mail that it is about; null: none, or not shown.' }),
  screen: z
    .string()
    .nullable()
    .meta({ description: 'Where a consent was given or taken back, ready to show; null: not recorded.' }),
  wording: z
    .string()
    .nullable()
    .meta({ description: 'The words of a consent as they were read; null: none, or not recorded.' }),
  version: z.string().nullable().meta({ description: 'Version of the words or of the terms; null: none.' }),
  created_at: z.string(),
})
export type MemberConsent = z.infer<typeof MemberConsent>

/** 退会: accepted on every day; open orders are completed first. */
const Withdrawal = z.object({
  withdrawal_by: oneOf(WITHDRAWAL_CHANNEL_NAME),
  problem: z.string().nullable().meta({
    description:
      'What is on its way and comes before 退会 takes effect, in a sentence; null: nothing, so it takes effect at once.',
  }),
  subscription_count: z.int().meta({ description: 'Number of 定期便 that end.' }),
  point_balance: z.int().meta({ description: 'ポイント that are lost.' }),
  leaving_at: z.iso.datetime().nullable().meta({
    description:
      'When 退会 was asked for that waits for what is on its way; null: not asked for, taken back, or in effect.',
  }),
})

/** 会員の統合: the question to the owner of one of the two accounts. */
const MergeQuestion = z.object({
  customer_id: z.int().meta({ description: 'The account that the link was sent to.' }),
  ending_id: z.int().meta({ description: 'The account that would end.' }),
  kept_id: z.int().meta({ description: 'The account that everything would move to.' }),
  moves: z
    .array(z.object({ name: z.string(), count: z.int().meta({ description: 'How many of these would move.' }) }))
    .meta({ description: 'What would move, shown to the owner of the account that ends; otherwise empty.' }),
})
export type MergeQuestion = z.infer<typeof MergeQuestion>

export const customerEndpoints = {
  'POST /v1/customer/new': {
    summary: '会員登録',
    auth: 'none',
    body: z.object({
      ...memberShape,
      ...adCodeFields,
      idempotency_key: idempotencyKey,
      /** Typed a second time on the screen. If sent, they must match. */
      email_confirm: z.string().max(200).optional().meta({ description: 'The same e-mail address again.' }),
      password_confirm: z.string().max(200).optional().meta({ description: 'The same password again.' }),
      /** The terms and the privacy policy were agreed to: their version is recorded. */
      terms_agreed: z.boolean().optional(),
      /** The content of the hidden field, which only programs fill in. */
      website: z.string().max(200).optional().meta({ description: 'Left empty. A registration with it is refused.' }),
      /** For a visitor who came through LINE: links the LINE account to the new member. */
      line_access_token: z.string().min(1).max(2000).optional().meta({
        description: 'Access token of LINE’s own login (LIFF). Left out in a linking by mail: the member is logged in.',
      }),
    }),
    response: z.object({ access_token: z.string(), customer: Customer }),
    errors: [
      'ERROR_REGISTER_REFUSED',
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
    while_closed: true,
    response: z.object({ items: z.array(MemberConsent) }),
    errors: [],
  },
  'POST /v1/customer/consents/take-back': {
    summary: 'お知らせへの同意の取り消し',
    auth: 'member',
    while_closed: true,
    body: z.object({
      channel: oneOf(MESSAGE_CHANNEL_NAME).meta({ description: '`mail` or `line`: what is silent from now on.' }),
    }),
    response: z.object({}),
    errors: [],
  },
  'PUT /v1/customer/{id}/update': {
    summary: '会員情報の変更(メールアドレスとパスワードを除く)',
    auth: 'member',
    acting: 'does',
    while_closed: true,
    replaces: 'POST /v1/common/me',
    params: z.object({ id: idParam }),
    body: MemberUpdateForm,
    response: Customer,
    errors: ['ERROR_DEVICE_NOT_CONFIRMED', 'ERROR_NOT_FOUND'],
  },
  'POST /v1/customer/email/change': {
    summary: 'メールアドレスの変更: 新しいアドレスへ確認のメールを送る',
    auth: 'member',
    while_closed: true,
    confirmed_device: true,
    body: ChangeEmailForm,
    /** `email`: where the mail was sent. The address does not change until the link in the mail is opened. */
    response: z.object({ email: z.string() }),
    errors: ['ERROR_DEVICE_NOT_CONFIRMED', 'ERROR_PASSWORD_WRONG', 'ERROR_EMAIL_REGISTERED', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/customer/email/verification': {
    summary: '登録したメールアドレスを確認するメールをもう一度送る',
    auth: 'member',
    while_closed: true,
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/customer/email/confirm': {
    summary: 'メールアドレスを確認する、または変更を確定する(メールのURLから)',
    /** The link alone is sufficient: the member may open it on another device. */
    auth: 'none',
    while_closed: true,
    body: z.object({ token: oneTimeToken }),
    response: z.object({ email: z.string() }),
    errors: [...tokenErrors, 'ERROR_EMAIL_REGISTERED', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/customer/merge/show': {
    summary: '会員の統合の確認(メールかLINEのURLから、ログイン不要)',
    auth: 'none',
    while_closed: true,
    body: z.object({ token: oneTimeToken }),
    response: MergeQuestion,
    errors: [...tokenErrors, 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/customer/merge/answer': {
    summary: '会員の統合に同意する、またはしない(メールかLINEのURLから、一度だけ)',
    auth: 'none',
    while_closed: true,
    body: z.object({
      token: oneTimeToken,
      agrees: z.boolean().meta({ description: 'Whether the owner of this account agrees to the merge.' }),
    }),
    response: z.object({ agrees: z.boolean() }),
    errors: [...tokenErrors, 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/customer/password/change': {
    summary: 'パスワードの変更。ほかの端末はログアウトされる',
    auth: 'member',
    while_closed: true,
    confirmed_device: true,
    body: ChangePasswordForm,
    response: z.object({}),
    errors: ['ERROR_DEVICE_NOT_CONFIRMED', 'ERROR_PASSWORD_WRONG', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'GET /v1/customer/withdrawal': {
    summary: '退会の手続き: いつ退会になるか、何が終わるか',
    auth: 'member',
    while_closed: true,
    response: Withdrawal,
  },
  'POST /v1/customer/withdraw': {
    summary: '退会。定期便は終わり、会員情報は消える。お届けの途中なら、それが済んでから',
    auth: 'member',
    while_closed: true,
    body: WithdrawForm,
    response: Withdrawal.pick({ leaving_at: true }),
    errors: ['ERROR_PASSWORD_WRONG', 'ERROR_WITHDRAWAL_BY_PHONE', 'ERROR_NOT_FOUND', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/customer/withdraw/undo': {
    summary: '退会の申し出の取り消し: 退会になるまで',
    auth: 'member',
    while_closed: true,
    response: Withdrawal,
    errors: ['ERROR_NOT_LEAVING'],
  },
  'GET /v1/customer/sessions': {
    summary: 'ログイン中の端末',
    auth: 'member',
    while_closed: true,
    response: listOf(MemberSession),
  },
  'DELETE /v1/customer/sessions/{id}': {
    summary: '端末をひとつログアウトさせる',
    auth: 'member',
    while_closed: true,
    params: z.object({ id: idParam }),
    response: listOf(MemberSession),
    errors: ['ERROR_NOT_FOUND'],
  },
  'DELETE /v1/customer/sessions': {
    summary: 'ほかの端末をすべてログアウトさせる',
    auth: 'member',
    while_closed: true,
    response: listOf(MemberSession),
  },
  'GET /v1/customer/mypage-top': {
    summary: 'マイページの最初の画面',
    auth: 'member',
    while_closed: true,
    response: MypageTop,
  },
  'GET /v1/customer/has-error-payment': {
    summary: '決済エラーの定期便があるか',
    auth: 'member',
    while_closed: true,
    /** `has_subscription`: one is not over, so the menu shows 定期便 whatever the shop has set. */
    response: z.object({
      has_error_payment: z.boolean(),
      has_subscription: z.boolean().meta({ description: 'Whether a subscription is running or paused.' }),
    }),
  },
} as const satisfies Endpoints
