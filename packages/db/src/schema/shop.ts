import { WITHDRAWAL_CHANNEL_NAME } from '@kushi/values/account'
import type { CancelOffer } from '@kushi/values/cancel-offer'
import { REPLY_DAYS_RANGE } from '@kushi/values/inquiry-status'
import { CHANGE_DEADLINE_DAYS_RANGE } from '@kushi/values/limits'
import { LINE_LOGIN_TIMING } from '@kushi/values/line'
import { FIRST_PRICE_AUDIENCE_NAME, RISK_CHECK_MODE_NAME } from '@kushi/values/person'
import { PHONE_DISPLAY } from '@kushi/values/phone'
import { PRICE_VISIBILITY } from '@kushi/values/price'
import { RETURN_FEE_PAYER_NAME } from '@kushi/values/promise'
import type { WrappingOffer } from '@kushi/values/wrapping'
import { sql } from 'drizzle-orm'
import { boolean, check, date, integer, jsonb, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core'
import { changeDeadlineCheck, closedListCheck, closedListColumn, generatedId, idColumn } from './columns.ts'
import { shopTable } from './facts.ts'

/** 店舗: one seller of an installation; most rows belong to exactly one shop. */
export const shop = shopTable(
  'shop',
  {
    owner: 'configuration',
    writers: {
      customer: 'the months that the ranks count, on the same screen',
      line: 'its columns of LINE, by a command',
    },
    kept: 'settings',
    person: { nobody: 'the shop' },
    pictures: { logo_path: 'path' },
  },
  {
    id: idColumn().primaryKey().generatedAlwaysAsIdentity(),
    shop_name: text().notNull(),
    corporate_flag: boolean().notNull().default(false),
    ec_line_required_flag: boolean().notNull().default(false),
    line_channel_flag: boolean().notNull().default(false),
    /** LINEログインの案内: when it starts automatically on a phone. */
    line_login_timing: closedListColumn(LINE_LOGIN_TIMING).notNull().default('first_page'),
    /** 検索の言い換え: groups of words with the same meaning. */
    search_synonyms: jsonb().$type<string[][]>().notNull().default([]),
    /** Goods total in yen, at selling prices, from which delivery is free; null: never. */
    delivery_free_amount: integer(),
    /** Delivery is free by what the goods cost after promotions (特典), not before. */
    delivery_free_after_promotions: boolean().notNull().default(false),
    /** Where delivery is free, クール代 is too. */
    delivery_free_includes_cool: boolean().notNull().default(false),
    /** 特典の割引の上限: promotions together take at most so many percent off an item. */
    most_promotion_rate: smallint().notNull().default(100),
    /** ギフト包装・のし・メッセージカード that can be chosen; empty: none. */
    wrapping_offer: jsonb().$type<WrappingOffer>().notNull().default({ wraps: [], noshi: [], card_fee: null }),
    /** 注文のときのご案内: one is visible, perhaps only later or no longer. Written with each of them. */
    order_offer_flag: boolean().notNull().default(false),
    /** ポイントを使う: members get and use points. */
    point_flag: boolean().notNull().default(false),
    /** Percent of an order's goods that come back as points. */
    point_rate: smallint().notNull().default(1),
    /** Days from the delivery until they are granted; null: when goods can't be returned any more. */
    point_days: smallint(),
    /** Months after the last grant or use until all points of a member expire. */
    point_months: smallint().notNull().default(12),
    /** Points that an order takes at least. */
    point_least: integer().notNull().default(1),
    /** Percent of an order's goods that points pay at most. */
    point_most_rate: smallint().notNull().default(100),
    /** お友だち紹介: the promotion that an introduced friend gets, one for a link and for new persons; null: there is none. */
    referral_promotion_id: idColumn(),
    /** Points that the introducer gets for a friend. */
    referral_points: integer().notNull().default(300),
    /** Friends for whom a member gets points in a year. */
    referral_most: smallint().notNull().default(20),
    customer_rank_use_flag: boolean().notNull().default(false),
    customer_rank_operation_start_date: date(),
    customer_rank_operation_end_date: date(),
    /** Number of months of purchases that decide the 会員ランク. */
    customer_rank_months: smallint().notNull().default(12),
    menu_mypage_top_on: boolean().notNull().default(true),
    menu_subscription_on: boolean().notNull().default(true),
    menu_purchase_on: boolean().notNull().default(true),
    menu_customer_on: boolean().notNull().default(true),
    menu_shipping_on: boolean().notNull().default(true),
    menu_payment_on: boolean().notNull().default(true),
    /** 適格請求書発行事業者登録番号: T and 13 digits. */
    registration_number: text().notNull(),
    /** 主なボタンの色 and 定期便の色, `#a4303f`; null: the theme's colours. */
    primary_color: text(),
    subscription_color: text(),
    /** Picture shown in the header instead of the mark and the name; null: none. */
    logo_path: text(),
    company_name: text().notNull(),
    company_address: text().notNull(),
    phone_number: text().notNull(),
    email: text().notNull(),
    /** 解約のとき、理由のほかに詳細も必要. */
    cancel_detail_flag: boolean().notNull().default(true),
    /** 広告のクリックID are kept with orders, to tell media what their adverts brought. */
    click_id_flag: boolean().notNull().default(false),
    /** 運営統括責任者 */
    responsible_name: text().notNull().default(''),
    /** 電話の受付時間; empty: not stated. */
    phone_hours: text().notNull().default(''),
    /** お客さまのご都合による返品: days after the delivery; null: not accepted. */
    return_days: smallint().default(8),
    /** 「未開封・未使用」, to which it is limited. */
    return_condition: text().notNull().default('未開封・未使用'),
    return_fee_by: closedListColumn(RETURN_FEE_PAYER_NAME).notNull().default('customer'),
    /** 不良品、お届け違い: days in which they are to be reported. */
    defect_days: smallint().notNull().default(8),
    /** お返事の目安: business days until an inquiry is answered. */
    reply_days_min: smallint().notNull().default(3),
    reply_days_max: smallint().notNull().default(5),
    /** 電話番号の表示: `4-3-rest` as in the specification, `usual` hyphens, or `digits` only. */
    phone_display: closedListColumn(PHONE_DISPLAY).notNull().default('4-3-rest'),
    /** パスワードの文字数 of new passwords. */
    password_min: smallint().notNull().default(7),
    password_max: smallint().notNull().default(15),
    /** 端末の確認: a member's stored data is not used in a browser that they did not confirm, until a code is typed. */
    device_check_flag: boolean().notNull().default(false),
    /** 退会の受け付け: by `phone`, as in the specification, or in `mypage` too. */
    withdrawal_by: closedListColumn(WITHDRAWAL_CHANNEL_NAME).notNull().default('phone'),
    /** 変更締切 of new subscriptions: days before a delivery until which it can be changed. It is charged the day after. */
    arranged_before_days: smallint().notNull().default(CHANGE_DEADLINE_DAYS_RANGE.default),
    /** 初回価格の対象: `once` a person for each product, or `everybody` at each new 定期便. */
    first_price_audience: closedListColumn(FIRST_PRICE_AUDIENCE_NAME).notNull().default('once'),
    /** 不正注文の審査 by an outside service; what becomes of orders without its answer. */
    risk_check: closedListColumn(RISK_CHECK_MODE_NAME).notNull().default('off'),
    /** 価格の公開 if the shop has `corporate_flag`: to `everybody`, or to accounts that it `approved`. */
    price_visibility: closedListColumn(PRICE_VISIBILITY).notNull().default('everybody'),
    /** カードの入力を止める: after this many declined cards in this many minutes, for this many minutes. */
    card_decline_max: integer().notNull().default(5),
    card_decline_minutes: integer().notNull().default(30),
    card_lock_minutes: integer().notNull().default(30),
    /** Version of the terms that an order agrees to; stored with the order as evidence. */
    terms_version: text().notNull(),
    /** 定休日: days of the week on which nothing is shipped, 0 Sunday to 6 Saturday. */
    weekly_closed_days: jsonb().$type<number[]>().notNull().default([]),
    /** 開店: null while the shop is being prepared and only its operators may view it. */
    opened_at: timestamp({ withTimezone: true }).defaultNow(),
    /** 臨時休業: since when a shop that was open is closed again. */
    closed_at: timestamp({ withTimezone: true }),
    /** The text that customers see meanwhile; empty: a standard sentence. */
    closed_text: text().notNull().default(''),
    /** Key of the preview link to a shop that is not open. */
    visit_key: text().notNull().default(sql`gen_random_uuid()::text`),
  },
  (t) => [
    closedListCheck('shop_line_login_timing', t.line_login_timing),
    check('shop_delivery_free_amount', sql`delivery_free_amount >= 0`),
    check('shop_most_promotion_rate', sql`most_promotion_rate BETWEEN 1 AND 100`),
    check(
      'shop_points',
      sql`point_rate BETWEEN 0 AND 20 AND point_days BETWEEN 0 AND 90 AND point_months BETWEEN 1 AND 60
        AND point_least BETWEEN 1 AND 10000 AND point_most_rate BETWEEN 1 AND 100`,
    ),
    check('shop_referral', sql`referral_points BETWEEN 1 AND 100000 AND referral_most BETWEEN 1 AND 1000`),
    closedListCheck('shop_phone_display', t.phone_display),
    closedListCheck('shop_withdrawal_by', t.withdrawal_by),
    changeDeadlineCheck('shop_arranged_before_days'),
    closedListCheck('shop_first_price_audience', t.first_price_audience),
    closedListCheck('shop_risk_check', t.risk_check),
    closedListCheck('shop_price_visibility', t.price_visibility),
    check('shop_password_length', sql`password_min BETWEEN 7 AND 15 AND password_max BETWEEN 15 AND 128`),
    check('shop_return_days', sql`return_days BETWEEN 1 AND 365 AND defect_days BETWEEN 1 AND 365`),
    check(
      'shop_reply_days',
      sql`reply_days_min BETWEEN ${sql.raw(String(REPLY_DAYS_RANGE.from))} AND reply_days_max AND reply_days_max <= ${sql.raw(String(REPLY_DAYS_RANGE.to))}`,
    ),
    closedListCheck('shop_return_fee_by', t.return_fee_by),
    check('shop_colors', sql`primary_color ~ '^#[0-9a-f]{6}$' AND subscription_color ~ '^#[0-9a-f]{6}$'`),
    check('shop_closed_at', sql`opened_at IS NULL OR closed_at IS NULL`),
    check('shop_customer_rank_months', sql`customer_rank_months BETWEEN 1 AND 60`),
  ],
)

/**
 * 発行者: the seller as documents of a day name it, from a day on until the next row. Without a row, as the shop is now.
 */
export const seller_term = shopTable(
  'seller_term',
  { owner: 'setting', kept: 'settings', person: { nobody: 'the shop' } },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    valid_from: date().notNull(),
    shop_name: text().notNull(),
    company_name: text().notNull(),
    company_address: text().notNull(),
    phone_number: text().notNull(),
    email: text().notNull(),
    registration_number: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.valid_from] })],
)

/** A program that may call the API for a shop. Its key signs `init` and is public: every browser receives it. */
export const client = shopTable(
  'client',
  { owner: 'configuration', kept: 'settings' },
  {
    id: text().notNull(),
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    client_key: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.id] })],
)

/** 外部サービスのアカウント of a shop: the variables of its provider accounts, named as in the environment, encrypted. */
export const shop_account = shopTable(
  'shop_account',
  { owner: 'configuration', kept: 'settings' },
  {
    shop_id: idColumn()
      .primaryKey()
      .references(() => shop.id),
    /** See `packages/shop/src/operation/configuration/sealed-account.ts`. */
    sealed: text().notNull(),
    updated_at: timestamp({ withTimezone: true }).notNull(),
  },
)

/** 会員ランク */
export const customer_rank = shopTable(
  'customer_rank',
  {
    owner: 'configuration',
    writers: { customer: 'the thresholds, on the screen of the monthly decision' },
    kept: 'settings',
  },
  {
    id: generatedId(),
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    rank_name: text().notNull(),
    /** Discount on goods in whole percent. */
    discount_rate: integer().notNull().default(0),
    /** Minimum purchases in yen, after discounts and with tax, in the shop's period. */
    threshold_amount: integer().notNull().default(0),
    sort_no: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    check('customer_rank_threshold_amount', sql`threshold_amount >= 0`),
    check('customer_rank_discount_rate', sql`discount_rate BETWEEN 0 AND 100`),
  ],
)

/** HTML written by the shop (footer, banner, legal pages); sanitised whenever it is served. */
export const shop_content = shopTable(
  'shop_content',
  { owner: 'configuration', kept: 'settings', pictures: { html: 'html' } },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    name: text().notNull(),
    /** Layout code of section 2 (12, 8, 1, 14, 10, 6), or 0 for every layout. */
    layout_code: integer().notNull().default(0),
    title: text().notNull(),
    html: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.name, t.layout_code] })],
)

/** マスターデータ: the lists that forms choose from. */
export const master_data = shopTable(
  'master_data',
  { owner: 'configuration', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    name: text().notNull(),
    sort_no: integer().notNull(),
    /** null where the choice has no number (sex: no answer). */
    id: integer(),
    label: text().notNull(),
    /** No longer offered; earlier choices keep its words. */
    is_ended: boolean().notNull().default(false),
    /** 解約理由 only: ready-made details, one of which a press fills in. */
    details: text().array().notNull().default(sql`'{}'`),
    /** 解約理由 only: the offers beside it, most fitting first. */
    offers: text().array().$type<CancelOffer[]>().notNull().default(sql`'{}'`),
    /** 解約理由 only: the promotion that is offered beside it; null: none. */
    promotion_id: idColumn(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.name, t.sort_no] })],
)

/**
 * The name that an entry of a list had before `until`. What names the entry by its id (an order its 配送方法) keeps the
 * name of its own day.
 */
export const former_name = shopTable(
  'former_name',
  { owner: 'configuration', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    subject: text({ enum: ['delivery', 'shop_payment', 'customer_rank'] }).notNull(),
    subject_id: idColumn().notNull(),
    name: text().notNull(),
    until: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.subject, t.subject_id, t.until] }),
    closedListCheck('former_name_subject', t.subject),
  ],
)

/** Settings of a sandbox installation outside a shop: currently only the offset of its clock. */
export const sandbox_setting = shopTable(
  'sandbox_setting',
  { owner: 'configuration', kept: 'settings' },
  {
    name: text().primaryKey(),
    value: jsonb().notNull(),
  },
)
