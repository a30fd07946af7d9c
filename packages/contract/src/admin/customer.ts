import { CONSENT_NAME } from '@kushi/values/consent'
import { MERGE_REQUEST_STATE_NAME } from '@kushi/values/merge-request'
import { MOVED_NON_MEMBER_KIND_NAME } from '@kushi/values/move-in'
import { z } from 'zod'
import { partyShape } from '../address.ts'
import { idParam, listOf } from '../endpoint.ts'
import { emailField } from '../form/member.ts'
import { memberUpdateShape } from '../form/member-update.ts'
import { oneOf } from '../one-of.ts'
import { markPersonalData } from '../personal.ts'
import { csvImportCall, exportBody, FileStream } from './csv.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { type List, listPage, listQuery } from './list.ts'
import { Message } from './message.ts'

/** 会員, as the list shows them. Name, mail and phone are masked for roles that do not need them. */
export const CustomerRow = z.object({
  id: z.int(),
  name: z.string(),
  kana: z.string(),
  email: z.string(),
  phone_number: z.string(),
  rank_name: z.string().nullable(),
  has_line: z.boolean(),
  has_subscription: z.boolean(),
  /** 退会: the row no longer identifies the person. */
  withdrawn_at: z.iso.datetime().nullable(),
  moved_as: oneOf(MOVED_NON_MEMBER_KIND_NAME).nullable().meta({
    title: '移行',
    description:
      'As whom they came with orders of a former shop without being a member; null: a member, or a former one.',
  }),
  created_at: z.iso.datetime(),
})
export type CustomerRow = z.infer<typeof CustomerRow>

export const customerList = {
  name: 'customers',
  filters: {
    customer_rank_id: { kind: 'select', label: 'ランク', options: null },
    has_line: { kind: 'flag', label: 'LINE連携' },
    has_subscription: { kind: 'flag', label: '定期便あり' },
    where_did_you_know: { kind: 'select', label: 'お知りになったきっかけ', options: null },
    created_at: { kind: 'date', label: '登録日' },
    product_id: { kind: 'select', label: '買ったことのある商品', options: null },
    last_ordered_on: { kind: 'date', label: '最後のご注文日' },
    order_count: { kind: 'number', label: 'ご注文の回数', unit: '回' },
    spent_amount: { kind: 'number', label: 'お買い上げの合計', unit: '円' },
    mail_magazine_flag: { kind: 'flag', label: 'お知らせメールの同意' },
    line_magazine_flag: { kind: 'flag', label: 'LINEでのお知らせの同意' },
  },
  sorts: { created_at: '登録日時' },
  sort: '-created_at',
  search: '会員番号・お名前・かな・メール・電話(前方一致)',
  search_masked: '会員番号・メール・電話(全部一致)',
} as const satisfies List

const { mail_magazine_flag: _mail, line_magazine_flag: _line, ...profileShape } = memberUpdateShape

/** A member's profile as an operator writes it. `email` empty: the member has none, and no login. */
const Profile = z.object({
  ...profileShape,
  email: z.union([z.literal(''), emailField]),
})
export type Profile = z.infer<typeof Profile>

const moment = z.iso.datetime()

/** Everything about a member on one page. */
export const CustomerDetail = z.object({
  ...CustomerRow.shape,
  customer_rank_id: z.int().nullable(),
  /** 利用停止: since then they can neither log in nor order; null: they can. */
  blocked_at: moment.nullable(),
  leaving_at: moment.nullable().meta({
    description: 'When 退会 was asked for that waits for what is on its way; null: not asked for, or taken back.',
  }),
  /** 会員の統合: the member that this one was merged into, and the members that were merged into this one. */
  merged_into_id: z.int().nullable().meta({ title: '統合先の会員' }),
  merged_ids: z.array(z.int()),
  /** The time since which the e-mail is verified; null: no link sent to it has been opened yet. */
  email_verified_at: moment.nullable(),
  birthday: z.string().nullable().meta({ title: '生年月日' }),
  /** 当店をお知りになったきっかけ; null: not answered. */
  where_did_you_know: z.string().nullable().meta({ title: 'お知りになったきっかけ' }),
  company_name: z.string().nullable(),
  address: z.string().meta({ title: '住所' }),
  /** The same in separate fields, for editing; null for roles that may not see them. */
  profile: z
    .object({
      ...partyShape,
      email: z.string(),
      birthday: z.string().nullable(),
      sex: z.int().nullable().meta({ title: '性別' }),
      account_type: z.boolean().meta({ title: '法人' }),
      company_name: z.string(),
      company_name_kana: z.string().meta({ title: '会社名(かな)' }),
      manager_name: z.string().meta({ title: '担当者名' }),
      manager_name_kana: z.string().meta({ title: '担当者名(かな)' }),
    })
    .nullable(),
  mail_magazine_flag: z.boolean().meta({ title: 'お知らせメールの同意' }),
  line_magazine_flag: z.boolean().meta({ title: 'LINEでのお知らせの同意' }),
  addresses: z.array(z.object({ id: z.int(), name: z.string(), address: z.string(), is_default: z.boolean() })),
  /** The latest 20 of each. */
  orders: z.array(
    z.object({
      id: z.int(),
      order_no: z.string(),
      status: z.string().meta({ title: '状態' }),
      payment_total: z.int().meta({ title: 'お支払い合計' }),
      created_at: moment,
    }),
  ),
  subscriptions: z.array(
    z.object({
      id: z.int(),
      summary_status: z.int().meta({ title: '定期便の状態' }),
      next_delivery_date: z.string().meta({ title: '次回のお届け日' }),
    }),
  ),
  inquiries: z.array(
    z.object({
      id: z.int(),
      inquiry_no: z.string(),
      inquiry_status_id: z.int(),
      content: z.string(),
      created_at: moment,
    }),
  ),
  messages: z.array(Message).meta({ title: '連絡' }),
  consents: z.array(
    z.object({
      id: z.int(),
      channel: oneOf(CONSENT_NAME),
      is_given: z.boolean(),
      /** Where, and in which words and version of them; null: from before it was recorded. */
      screen: z.string().nullable(),
      wording: z.string().nullable(),
      version: z.string().nullable(),
      created_at: moment,
    }),
  ),
  sessions: z
    .array(z.object({ id: z.int(), device: z.string(), network: z.string(), seen_at: moment }))
    .meta({ title: 'ログイン中の端末' }),
  notes: z.array(z.object({ id: z.int(), body: z.string(), operator_name: z.string(), created_at: moment })),
  rank_events: z.array(
    z.object({
      id: z.int(),
      from_rank_name: z.string().nullable(),
      to_rank_name: z.string().nullable(),
      /** The amount in yen that decided the rank; null: an operator decided. */
      spent_amount: z.int().nullable(),
      reason: z.string().nullable(),
      actor_name: z.string(),
      created_at: moment,
    }),
  ),
})
export type CustomerDetail = z.infer<typeof CustomerDetail>

/** A subscription that was to be paused with its member's 利用停止, and why it goes on. */
const UnpausedSubscription = z.object({ id: z.int(), reason: z.string() })
export type NotPausedSubscription = z.infer<typeof UnpausedSubscription>

const MemberCard = z.object({
  card_seq: z.int(),
  card_info: z.string(),
  expire: z.string(),
  brand: z.string().nullable(),
  is_default: z.boolean(),
  expiry_state: z.string(),
  subscription_ids: z.array(z.int()),
})
export type SavedMemberCard = z.infer<typeof MemberCard>

const MemberLinkedAccount = z.object({
  payment_method_id: z.int().nullable(),
  payment_name: z.string(),
  created_at: moment,
  subscription_ids: z.array(z.int()),
})
export type MemberLinkedAccount = z.infer<typeof MemberLinkedAccount>

/** Reasons for which two members are probably the same person. `kana`: same name in kana and same postcode. */
export const DUPLICATE_REASONS = ['phone', 'kana', 'email'] as const
const Double = z.object({ ...CustomerRow.shape, reasons: z.array(z.enum(DUPLICATE_REASONS)) })
export type DuplicateMember = z.infer<typeof Double>

/** One of the two members of a merge. */
const MergeSide = z.object({
  ...CustomerRow.omit({ has_subscription: true }).shape,
  address: z.string(),
  blocked_at: moment.nullable(),
  has_password: z.boolean(),
  has_cards: z.boolean(),
  email_verified_at: moment.nullable(),
  mail_magazine_flag: z.boolean().meta({ title: 'お知らせメールの同意' }),
  line_magazine_flag: z.boolean().meta({ title: 'LINEでのお知らせの同意' }),
})

export const MergePreview = z.object({
  kept: MergeSide,
  other: MergeSide,
  /** The rows that move to the kept member: the name of the list, and their number. */
  moves: z.array(z.object({ name: z.string(), count: z.int() })),
  /** The kept member's LINE stays; the other's is unlinked, and only its owner can link it again. */
  line: z.enum(['kept']).nullable(),
  /** Which member's cards are kept; null: neither's. */
  cards: z.enum(['kept', 'other']).nullable(),
  mail_magazine_flag: z.boolean().meta({ title: 'お知らせメールの同意' }),
  line_magazine_flag: z.boolean().meta({ title: 'LINEでのお知らせの同意' }),
  /** Why they can't be merged, whoever agrees; null: they can. */
  problem: z.string().nullable(),
  /** Whether the owners agreed; null: nobody was asked for this direction. */
  consent: z
    .object({
      state: oneOf(MERGE_REQUEST_STATE_NAME).meta({ title: '状態' }),
      agreed_at: moment.nullable().meta({ title: '退会になる会員の同意' }),
      kept_agreed_at: moment.nullable().meta({ title: '残る会員の同意' }),
      expires_at: moment,
    })
    .nullable(),
  /** Why the merge waits for its owners; null: it does not. */
  consent_problem: z.string().nullable(),
  /** Why no link can be sent to both; null: it can. */
  ask_problem: z.string().nullable(),
})
export type MergePreview = z.infer<typeof MergePreview>

const Rank = z.object({ id: z.int(), rank_name: z.string(), discount_rate: z.int(), threshold_amount: z.int() })
const params = z.object({ id: idParam })
const reason = markPersonalData(
  'text',
  z.string().trim().min(1, '理由を入力してください。').max(500, '500文字までで入力してください。'),
)

const otherId = z.int().positive().max(2_147_483_647)
const identityCheck = markPersonalData(
  'text',
  z
    .string()
    .trim()
    .min(1, 'ご本人であることを、どのように確かめたかを入力してください。')
    .max(500, '500文字までで入力してください。'),
)

export const customerAdminEndpoints = {
  'GET /admin/v1/customers': {
    summary: '会員一覧',
    permission: 'customer.read',
    query: listQuery(customerList),
    may_be_old: true,
    response: listPage(CustomerRow),
  },
  'GET /admin/v1/customers/sources': {
    summary: 'お知りになったきっかけの一覧',
    permission: 'customer.read',
    response: z.object({ items: z.array(z.object({ id: z.int(), label: z.string() })) }),
  },
  'POST /admin/v1/customers/export': {
    summary: '会員のCSVを出力する(個人情報)',
    permission: 'export.personal',
    confirm: true,
    body: exportBody(customerList),
    file: 'text/csv',
    may_be_old: true,
    response: FileStream,
  },
  'POST /admin/v1/customers/import/check': {
    summary: '会員のCSVを確かめる(取り込まない)',
    permission: 'customer.write',
    personal: true,
    trail: false,
    ...csvImportCall,
  },
  'POST /admin/v1/customers/import/run': {
    summary: '会員のCSVを取り込む',
    permission: 'customer.write',
    personal: true,
    ...csvImportCall,
  },
  'POST /admin/v1/customers': {
    summary: '会員を登録する(はじめてのお電話。メールアドレスはなくてもよい)',
    permission: 'customer.write',
    body: Profile,
    response: CustomerDetail,
  },
  'PUT /admin/v1/customers/{id}': {
    summary: '会員情報を直す',
    permission: 'customer.write',
    params,
    /** `identity_check`: for the first e-mail of a member with orders or subscriptions, whose login it becomes. */
    body: z.object({
      ...Profile.shape,
      identity_check: z.string().trim().max(500).default('').meta({ title: 'ご本人の確認' }),
    }),
    response: CustomerDetail,
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /admin/v1/customers/{id}': {
    summary: '会員の詳細',
    permission: 'customer.read',
    params,
    response: CustomerDetail,
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /admin/v1/customers/{id}/cards': {
    summary: '会員の登録カード(決済会社から。番号は伏せられている)',
    permission: 'customer.read',
    params,
    response: listOf(MemberCard).extend({
      accounts: z
        .array(MemberLinkedAccount)
        .meta({ description: '連携: wallets that they linked, to which deliveries of 定期便 are charged.' }),
    }),
    errors: ['ERROR_NOT_FOUND', 'ERROR_PAYMENT_UNAVAILABLE'],
  },
  'PUT /admin/v1/customers/{id}/rank': {
    summary: '会員のランクを変える(次の1日の決定まで)',
    permission: 'customer.write',
    params,
    body: z.object({
      customer_rank_id: z.int().positive().max(2_147_483_647).meta({ title: '会員ランクの番号' }),
      reason,
    }),
    response: CustomerDetail,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/customers/{id}/notes': {
    summary: '会員にメモを付ける',
    permission: 'customer.write',
    params,
    body: z.object({ body: z.string().trim().min(1, '内容を入力してください。').max(2000) }),
    response: CustomerDetail,
    errors: ['ERROR_NOT_FOUND'],
  },
  'DELETE /admin/v1/customers/{id}/sessions': {
    summary: '会員をすべての端末からログアウトする',
    permission: 'customer.write',
    params,
    response: CustomerDetail,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/customers/{id}/email-verification': {
    summary: '会員にメールアドレスの確認のメールを送る',
    permission: 'customer.write',
    params,
    response: CustomerDetail,
    errors: ['ERROR_NOT_FOUND'],
  },
  'PUT /admin/v1/customers/{id}/block': {
    summary: '会員の利用を停止する(ログインと注文ができなくなる)',
    permission: 'customer.write',
    params,
    /** `pause_subscriptions`: also pause (休止) running subscriptions; it requires `subscription.write`. */
    body: z.object({ reason, pause_subscriptions: z.boolean().default(false).meta({ title: '定期便も休止する' }) }),
    response: z.object({ ...CustomerDetail.shape, not_paused: z.array(UnpausedSubscription) }),
    errors: ['ERROR_NOT_FOUND', 'ERROR_FORBIDDEN'],
  },
  'DELETE /admin/v1/customers/{id}/block': {
    summary: '会員の利用停止を解く',
    permission: 'customer.write',
    params,
    response: CustomerDetail,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/customers/{id}/withdrawal': {
    summary: '会員の退会。定期便は終わり、会員情報は消える。お届けの途中なら、それが済んでから',
    permission: 'customer.write',
    params,
    body: z.object({ reason }),
    response: CustomerDetail,
    errors: ['ERROR_NOT_FOUND'],
  },
  'DELETE /admin/v1/customers/{id}/withdrawal': {
    summary: '退会の申し出の取り消し: 退会になるまで',
    permission: 'customer.write',
    params,
    response: CustomerDetail,
    errors: ['ERROR_NOT_FOUND', 'ERROR_NOT_LEAVING'],
  },
  'GET /admin/v1/customers/{id}/doubles': {
    summary: '同じ方かもしれない会員(電話・かなと郵便番号・メールから)',
    permission: 'customer.read',
    params,
    response: listOf(Double),
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /admin/v1/customers/{id}/merge': {
    summary: '会員の統合で移るものと、残る登録(統合しない)',
    permission: 'customer.write',
    params,
    query: z.object({ other_id: idParam }),
    response: MergePreview,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/customers/{id}/merge/request': {
    summary: '会員の統合に同意するかを、両方のご本人に尋ねる(メールとLINE)',
    permission: 'customer.write',
    params,
    body: z.object({ other_id: otherId }),
    response: MergePreview,
    errors: ['ERROR_NOT_FOUND', 'ERROR_MERGE_REFUSED'],
  },
  'POST /admin/v1/customers/{id}/merge/identity': {
    summary: '会員の統合のために、両方のご本人をどのように確かめたかを記録する',
    permission: 'customer.write',
    confirm: true,
    params,
    body: z.object({
      other_id: otherId,
      kept_identity_check: identityCheck.meta({ title: '残る会員の本人確認' }),
      other_identity_check: identityCheck.meta({ title: '退会になる会員の本人確認' }),
    }),
    response: MergePreview,
    errors: ['ERROR_NOT_FOUND', 'ERROR_MERGE_REFUSED'],
  },
  'POST /admin/v1/customers/{id}/merge': {
    summary: '重複した会員を、この会員に統合する(元に戻せない)',
    permission: 'customer.write',
    confirm: true,
    params,
    body: z.object({
      other_id: otherId,
      /** `other_id` again, typed by the operator to confirm. */
      typed_id: z.string().trim().min(1, '会員番号を入力してください。').max(20),
      reason,
    }),
    response: CustomerDetail,
    errors: ['ERROR_NOT_FOUND', 'ERROR_MERGE_REFUSED'],
  },
  'POST /admin/v1/customers/{id}/acting': {
    summary: '代理ログイン: 会員としてショップを開くリンクを作る',
    permission: 'customer.act',
    confirm: true,
    session: true,
    params,
    body: z.object({ reason }),
    /** Valid once, for one minute. */
    response: z.object({ url: z.string(), expires_at: moment }),
    errors: ['ERROR_NOT_FOUND', 'ERROR_MEMBER_BLOCKED'],
  },
  'GET /admin/v1/ranks': {
    summary: '会員ランクと基準',
    permission: 'customer.read',
    response: z.object({
      ranks: z.array(Rank),
      /** Months whose purchases count. */
      customer_rank_months: z.int(),
      /** The shop uses ranks today, so they are decided on the 1st of the month. */
      is_active: z.boolean(),
      decisions: z.array(z.object({ month: z.string(), risen: z.int(), fallen: z.int(), created_at: moment })),
    }),
  },
  'GET /admin/v1/ranks/preview': {
    summary: '次の会員ランクの決定で変わる会員(今日までのお買い上げから)',
    permission: 'customer.read',
    response: z.object({
      month: z.string(),
      from: z.string(),
      to: z.string(),
      risen: z.int(),
      fallen: z.int(),
      /** The first 200. */
      changes: z.array(
        z.object({
          customer_id: z.int(),
          name: z.string(),
          spent_amount: z.int(),
          from_rank_id: z.int().nullable(),
          to_rank_id: z.int().nullable(),
          is_rise: z.boolean(),
        }),
      ),
    }),
  },
  'PUT /admin/v1/ranks': {
    summary: '会員ランクの基準を変える(次の1日の決定から)',
    permission: 'setting.write',
    body: z.object({
      customer_rank_months: z
        .int()
        .min(1, '1か月から60か月までで入力してください。')
        .max(60, '1か月から60か月までで入力してください。')
        .meta({ title: 'お買い上げを数える期間' }),
      ranks: z
        .array(
          z.object({ id: z.int(), threshold_amount: z.int().min(0).max(999_999_999).meta({ title: 'ランクの基準' }) }),
        )
        .max(50),
    }),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND'],
  },
} as const satisfies AdminEndpoints
