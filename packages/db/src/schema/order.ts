import type { ClickIds } from '@kushi/values/click-id'
import { CLICK_ID_DAYS } from '@kushi/values/click-id'
import { ISSUED_DOCUMENT_NAME } from '@kushi/values/document'
import { mapOrderFees, ORDER_AMOUNT_NAMES, ORDER_AMOUNTS } from '@kushi/values/order-amounts'
import { CREDIT_NOTE_ITEM_KINDS, CREDIT_NOTE_KIND_NAME } from '@kushi/values/order-credit'
import { ORDER_STATUS_NAME, REPLACEMENT_KIND_NAME } from '@kushi/values/order-status'
import { ERASED_NAME } from '@kushi/values/privacy-request'
import type { PromotionDiscount } from '@kushi/values/promotion'
import type { Wrapping } from '@kushi/values/wrapping'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import {
  actorCheck,
  actorColumns,
  closedListCheck,
  closedListColumn,
  generatedId,
  idColumn,
  paymentMethodCheck,
  shopForeignKey,
} from './columns.ts'
import { adCodeColumns, addressColumns, customer, erasedAddressValues } from './customer.ts'
import { delivery, delivery_time } from './delivery.ts'
import { shopTable } from './facts.ts'
import { operator } from './operator.ts'
import { product_sku } from './product.ts'
import { shop } from './shop.ts'
import { subscription } from './subscription.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

const signedAmounts = ORDER_AMOUNT_NAMES.map((name, n) =>
  n === 0 ? name : `${ORDER_AMOUNTS[name].sign < 0 ? '-' : '+'} ${name}`,
).join(' ')

/** 税率ごとの合計: `total` and the `tax` inside it, yen. */
export type TaxTotal = { tax_rate: number; total: number; tax: number }

/** 受注. Money in yen; `payment_total` = goods − discount + delivery + payment fee + adjustment. */
export const orders = shopTable(
  'orders',
  {
    owner: 'order',
    writers: {
      checkout: 'the 定期便 that an order which was just placed begins',
      fulfilment: 'address and amounts of a changed order, never its status',
    },
    kept: 'books',
    person: { by: 'customer_id', shown: 'ご注文', erased: { sets: { ...erasedAddressValues, wrapping: null } } },
    merged: { fate: 'keyed', name: '注文' },
  },
  {
    id: generatedId(),
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    customer_id: idColumn().notNull(),
    /** ご注文番号, also OrderID at GMO: at most 27 of [A-Za-z0-9-], never reused. */
    order_no: text().notNull(),
    status: closedListColumn(ORDER_STATUS_NAME).notNull(),
    /**
     * Created by the client: the same key returns the same order. null: a later delivery, whose key is
     * (subscription_id, cycle).
     */
    idempotency_key: text(),
    subscription_id: idColumn(),
    /** Number of the delivery within its subscription; one order per cycle. */
    cycle: integer(),
    ...addressColumns,
    delivery_notes: text().notNull().default(''),
    delivery_id: idColumn().notNull(),
    delivery_time_id: idColumn(),
    /** null: as soon as possible. */
    delivery_date: date(),
    /** お届け予定日 shown at the confirmation; null: none was promised. */
    expected_date: date(),
    payment_method_id: smallint(),
    /** お支払い方法 of another system that the shop does not have, such as 銀行振込; only beside `payment_method_id` null. */
    moved_payment_name: text(),
    /** Goods at list or subscription price. */
    subtotal: integer().notNull(),
    discount_amount: integer().notNull(),
    ...mapOrderFees(() => integer().notNull().default(0)),
    adjustment_amount: integer().notNull(),
    payment_total: integer().notNull(),
    tax_total: integer().notNull(),
    tax_lines: jsonb().$type<TaxTotal[]>().notNull(),
    /** 同梱: false for letterbox parcels and remote islands. */
    bundled_flag: boolean().notNull(),
    /** ギフト包装・のし・メッセージカード as chosen; null: none. */
    wrapping: jsonb().$type<Wrapping>(),
    ...adCodeColumns,
    /** The 申し込みページ on which it was ordered, by its name in the URL, as visits have it; null: none. */
    landing_slug: text(),
    /** 元のご注文 whose goods are sent again (再送・交換); null: not a replacement. */
    replaces_order_id: idColumn(),
    replacement_kind: closedListColumn(REPLACEMENT_KIND_NAME),
    /** When the returned goods of the original were settled (restocked or discarded); null: they may still arrive. */
    goods_back_at: timestamp({ withTimezone: true }),
    /**
     * An order is the member's first (初回) if no earlier order of theirs counts; an order awaiting payment, failed or
     * cancelled does not count. true: an earlier one counts. false or null (not checked yet): it may be the first, and
     * the reader must check. Lists use it to skip the many later orders. A job sets it, and a cancellation resets it.
     */
    is_repeat: boolean(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.customer_id, customer),
    shopForeignKey(t, t.subscription_id, subscription),
    shopForeignKey(t, t.delivery_id, delivery),
    shopForeignKey(t, t.delivery_time_id, delivery_time),
    shopForeignKey(t, t.replaces_order_id, t),
    uniqueIndex().on(t.shop_id, t.order_no),
    uniqueIndex().on(t.shop_id, t.customer_id, t.idempotency_key),
    uniqueIndex().on(t.shop_id, t.subscription_id, t.cycle),
    index().on(t.customer_id, t.id),
    index().on(t.status, t.updated_at),
    // For the filters, sorts and searches of the admin.
    index().on(t.shop_id, t.created_at, t.id),
    index().on(t.shop_id, t.status, t.created_at, t.id),
    index().on(t.shop_id, t.pref_id, t.created_at, t.id),
    index().on(t.shop_id, t.payment_total, t.id),
    index().on(t.shop_id, t.delivery_date, t.id),
    index('orders_advertised').on(t.shop_id, t.adcd, t.created_at, t.id).where(sql`adcd is not null`),
    index('orders_of_page').on(t.shop_id, t.landing_slug, t.created_at).where(sql`landing_slug is not null`),
    index('orders_noted').on(t.shop_id, t.created_at, t.id).where(sql`delivery_notes <> ''`),
    index('orders_of_subscription').on(t.shop_id, t.created_at, t.id).where(sql`subscription_id is not null`),
    index('orders_once').on(t.shop_id, t.created_at, t.id).where(sql`subscription_id is null`),
    index('orders_maybe_first').on(t.shop_id, t.created_at, t.id).where(sql`is_repeat IS NOT true`),
    index('orders_not_looked_at').on(t.shop_id, t.id).where(sql`is_repeat IS null`),
    index('orders_no_prefix').on(t.shop_id, t.order_no.op('text_pattern_ops')),
    index('orders_phone_prefix').on(t.shop_id, t.phone_number.op('text_pattern_ops')),
    index('orders_name_prefix').on(t.shop_id, sql`(name01 || name02) text_pattern_ops`),
    index('orders_kana_prefix').on(t.shop_id, sql`(kana01 || kana02) text_pattern_ops`),
    // Orders to be packed.
    index('orders_unpaid')
      .on(t.shop_id, t.id)
      .where(sql`status = 'payment_pending' OR (status = 'payment_error' AND cycle > 1)`),
    index('orders_to_pack').on(t.shop_id, t.delivery_date, t.id).where(sql`status IN ('received', 'arranged')`),
    check('orders_postal_code', sql`postal_code01 ~ '^[0-9]{3}$' AND postal_code02 ~ '^[0-9]{4}$'`),
    check('orders_pref_id', sql`pref_id BETWEEN 1 AND 47`),
    closedListCheck('orders_status', t.status),
    paymentMethodCheck('orders_payment_method'),
    check(
      'orders_amounts',
      sql.raw(
        [...ORDER_AMOUNT_NAMES.filter((name) => name !== 'adjustment_amount'), 'tax_total']
          .map((name) => `${name} >= 0`)
          .join(' AND '),
      ),
    ),
    index('orders_replacing').on(t.shop_id, t.replaces_order_id, t.id).where(sql`replaces_order_id is not null`),
    index('orders_awaiting_goods')
      .on(t.shop_id, t.created_at, t.id)
      .where(sql`replacement_kind = 'exchange' AND goods_back_at IS NULL AND status IN ('shipped', 'delivered')`),
    closedListCheck('orders_replacement_kind', t.replacement_kind),
    // A replacement is free.
    check(
      'orders_replacement',
      sql`(replaces_order_id IS NULL) = (replacement_kind IS NULL) AND (replaces_order_id IS NULL OR payment_total = 0)`,
    ),
    check('orders_payment_total', sql`payment_total BETWEEN 0 AND 999999999`),
    check('orders_sum', sql.raw(`payment_total = ${signedAmounts}`)),
  ],
)

/** 受注明細: a copy of the sold items, so that later changes of the catalogue do not affect receipts. */
export const order_item = shopTable(
  'order_item',
  {
    owner: 'order',
    writers: {
      checkout: 'an order that is placed: its items',
      fulfilment: 'what a changed order still contains, together with its parcels',
      subscription: 'a delivery is an order: its items, which a repeated attempt replaces',
    },
    kept: 'books',
    person: {
      by: 'order_id',
      shown: 'ご注文の商品',
      erased: { stays: 'amounts, dates and goods belong to the books' },
    },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    order_id: idColumn().notNull(),
    product_id: idColumn().notNull(),
    product_sku_id: idColumn().notNull(),
    product_code: text().notNull(),
    product_name: text().notNull(),
    sku_parent_item_name1: text(),
    set_item_name1: text(),
    sku_parent_item_name2: text(),
    set_item_name2: text(),
    product_image: text().notNull(),
    quantity: integer().notNull(),
    /** Price of one piece, tax included. */
    price: integer().notNull(),
    subtotal: integer().notNull(),
    discount_amount: integer().notNull(),
    /** The parts of `discount_amount` by promotions; the rest is the member's rank, and points. */
    promotions: jsonb().$type<PromotionDiscount[]>().notNull().default([]),
    /** The part of `discount_amount` that points paid. */
    point_discount: integer().notNull().default(0),
    tax_rate: integer().notNull(),
    /** プレゼント: the promotion that gives it, at 0 yen; null: it was bought. */
    gift_promotion_id: idColumn(),
    /** セット: the set that it was bought as a part of, its name as on that day, and how many sets; null: not in a set. */
    set_sku_id: idColumn(),
    set_name: text(),
    set_quantity: integer(),
    lump_sum_payment_flag: boolean().notNull().default(false),
    lump_sum_payment_num: integer(),
    /** 再送・交換: the item of the original order that it replaces. */
    replaces_item_id: idColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.replaces_item_id, t),
    index('order_item_replacing').on(t.shop_id, t.replaces_item_id).where(sql`replaces_item_id is not null`),
    shopForeignKey(t, t.order_id, orders),
    shopForeignKey(t, t.product_sku_id, product_sku),
    index().on(t.order_id),
    index().on(t.shop_id, t.product_id, t.order_id),
    index().on(t.shop_id, t.product_sku_id, t.order_id),
    index('order_item_set').on(t.shop_id, t.set_sku_id, t.order_id).where(sql`set_sku_id is not null`),
    check(
      'order_item_set_whole',
      sql`(set_sku_id IS NULL) = (set_name IS NULL) AND (set_sku_id IS NULL) = (set_quantity IS NULL) AND set_quantity > 0`,
    ),
    check('order_item_quantity', sql`quantity > 0`),
    check('order_item_amounts', sql`price >= 0 AND subtotal >= 0 AND discount_amount BETWEEN 0 AND subtotal`),
    check('order_item_tax_rate', sql`tax_rate IN (8, 10)`),
  ],
)

/**
 * 赤伝: a credited part of a sale (返品, 欠品, 値引き); one row each time, never changed. A correction is a row with a negative
 * amount that names the corrected row. The sum is `payment.credited_amount`; for a 代金引換 that is still to be collected
 * it lowers `payment.amount`.
 */
export const order_credit = shopTable(
  'order_credit',
  {
    owner: 'order',
    kept: 'books',
    person: { by: 'order_id', shown: 'ご返品・ご返金', hides: ['note'], erased: { sets: { note: '' } } },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    order_id: idColumn().notNull(),
    kind: closedListColumn(CREDIT_NOTE_KIND_NAME).notNull(),
    amount: integer().notNull(),
    tax_lines: jsonb().$type<TaxTotal[]>().notNull(),
    corrects_id: idColumn(),
    /** The reason, which operators read. */
    note: text().notNull().default(''),
    ...actorColumns,
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.order_id, orders),
    shopForeignKey(t, t.corrects_id, t),
    index().on(t.shop_id, t.order_id),
    index().on(t.shop_id, t.created_at, t.id),
    closedListCheck('order_credit_kind', t.kind),
    check('order_credit_amount', sql`amount >= 0 OR corrects_id IS NOT NULL`),
    actorCheck(t),
  ],
)

/** The lines of an 赤伝, which add up to its amount: pieces of an item, a fee, or part of a sum on the whole at one tax rate. */
export const order_credit_item = shopTable(
  'order_credit_item',
  {
    owner: 'order',
    kept: 'books',
    person: {
      by: 'order_credit_id',
      shown: 'ご返品の商品',
      erased: { stays: 'amounts, dates and goods belong to the books' },
    },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    order_credit_id: idColumn().notNull(),
    kind: text({ enum: CREDIT_NOTE_ITEM_KINDS }).notNull(),
    /** Of goods. */
    order_item_id: idColumn(),
    quantity: integer(),
    amount: integer().notNull(),
    tax_rate: integer().notNull(),
    /** The pieces went back into stock. */
    restocked: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.order_credit_id, order_credit),
    shopForeignKey(t, t.order_item_id, order_item),
    index().on(t.shop_id, t.order_credit_id),
    index().on(t.shop_id, t.order_item_id).where(sql`order_item_id is not null`),
    closedListCheck('order_credit_item_kind', t.kind),
    check(
      'order_credit_item_goods',
      sql`(kind = 'goods') = (order_item_id IS NOT NULL) AND (kind = 'goods') = (quantity IS NOT NULL)`,
    ),
    check('order_credit_item_tax_rate', sql`tax_rate IN (8, 10)`),
  ],
)

/** The text that the final confirmation screen showed (特定商取引法 12条の6), kept with the order. */
export const order_evidence = shopTable(
  'order_evidence',
  {
    owner: 'checkout',
    kept: 'books',
    person: {
      by: 'order_id',
      shown: 'ご注文のときの画面',
      erased: { sets: { user_agent: '', shown: sql`shown - 'text'` } },
    },
  },
  {
    shop_id: idColumn().notNull(),
    order_id: idColumn().notNull(),
    /** Digest of the request; the same idempotency key with another digest is rejected. */
    request_digest: text().notNull(),
    terms_version: text().notNull(),
    shown_at: timestamp({ withTimezone: true }).notNull(),
    /** The quote, dates and texts as shown. */
    shown: jsonb().notNull(),
    user_agent: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.order_id] }), shopForeignKey(t, t.order_id, orders)],
)

/** 広告からの訪問 that led to an order: the last one through an advert. An order without one has no row. */
export const order_visit = shopTable(
  'order_visit',
  {
    owner: 'checkout',
    kept: [{ after: { days: CLICK_ID_DAYS }, since: 'created_at', sets: { click_ids: null } }],
    person: { by: 'order_id', shown: 'ご注文の前の広告からのご訪問', erased: { sets: { click_ids: null } } },
  },
  {
    shop_id: idColumn().notNull(),
    order_id: idColumn().notNull(),
    /** ランディングページ: the path of the page that the advert opened. */
    landing_path: text().notNull(),
    /** null: none, not kept by the shop, or forgotten after `CLICK_ID_DAYS`. */
    click_ids: jsonb().$type<ClickIds>(),
    /** When the order was placed. */
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.order_id] }),
    shopForeignKey(t, t.order_id, orders).onDelete('cascade'),
    index('order_visit_clicked').on(t.shop_id, t.created_at).where(sql`click_ids is not null`),
  ],
)

/** Every status of an order, written together with the change. */
export const order_status_event = shopTable(
  'order_status_event',
  {
    owner: 'order',
    writers: { checkout: 'with its first status', subscription: 'with its first status' },
    kept: 'books',
    person: { by: 'order_id', shown: 'ご注文の経過', erased: { stays: 'names nobody' } },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    order_id: idColumn().notNull(),
    status: closedListColumn(ORDER_STATUS_NAME).notNull(),
    ...actorColumns,
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.order_id, orders).onDelete('cascade'),
    index().on(t.order_id),
    actorCheck(t),
  ],
)

/** Issued 領収書・納品書, with the texts that the member chose. Later issues are marked 再発行. */
export const order_document = shopTable(
  'order_document',
  {
    owner: 'document',
    kept: 'books',
    person: { by: 'order_id', shown: '書類の発行', erased: { sets: { addressee: ERASED_NAME, proviso: '' } } },
  },
  {
    shop_id: idColumn().notNull(),
    order_id: idColumn().notNull(),
    document_type: text({ enum: ['receipt', 'delivery-slip'] }).notNull(),
    /** 1 is the first issue; from 2 on, a reissue. */
    issue_no: integer().notNull(),
    /** 宛名 */
    addressee: text().notNull(),
    /** 但し書き */
    proviso: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    shopForeignKey(t, t.order_id, orders),
    primaryKey({ columns: [t.shop_id, t.order_id, t.document_type, t.issue_no] }),
    closedListCheck('order_document_type', t.document_type),
    check('order_document_issue_no', sql`issue_no >= 1`),
  ],
)

/**
 * 発行した書類 as they were given out (電子帳簿保存法): never changed. The same document is kept once; `printed_sha256` is that of
 * everything that it says, `sha256` that of the columns and the file.
 */
export const issued_document = shopTable(
  'issued_document',
  {
    owner: 'document',
    kept: 'books',
    person: {
      by: 'order_id',
      shown: 'お渡しした書類',
      hides: ['content'],
      erased: { does: 'eraseDocuments' },
    },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    order_id: idColumn().notNull(),
    document_type: closedListColumn(ISSUED_DOCUMENT_NAME).notNull(),
    title: text().notNull(),
    issued_on: date().notNull(),
    amount: integer().notNull(),
    /** 宛名 */
    party: text().notNull(),
    printed_sha256: text().notNull(),
    sha256: text().notNull(),
    /** null: erased with its customer after the term. */
    content: bytea(),
    erased_at: timestamp({ withTimezone: true }),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.order_id, orders),
    uniqueIndex('issued_document_once').on(t.shop_id, t.order_id, t.document_type, t.printed_sha256),
    index().on(t.shop_id, t.issued_on, t.id),
    index().on(t.shop_id, t.amount, t.id),
    index().on(t.shop_id, t.document_type, t.issued_on, t.id),
    index('issued_document_party').on(t.shop_id, t.party.op('text_pattern_ops')),
    closedListCheck('issued_document_type', t.document_type),
    check('issued_document_erased', sql`(content IS NULL) = (erased_at IS NOT NULL)`),
  ],
)

/** 社内メモ of an order: visible to operators only. */
export const order_note = shopTable(
  'order_note',
  {
    owner: 'order',
    kept: 'books',
    person: { by: 'order_id', shown: { not: 'internal notes of operators' }, erased: { rows: '削除' } },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    order_id: idColumn().notNull(),
    body: text().notNull(),
    operator_id: integer()
      .notNull()
      .references(() => operator.id),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.order_id, orders),
    index().on(t.shop_id, t.order_id, t.id),
  ],
)

/** 代理注文 that the member pays by card through a link: the details taken on the phone, until it becomes an order. */
export const order_request = shopTable(
  'order_request',
  {
    owner: 'subscription',
    kept: [{ after: { days: 30 }, since: 'expires_at' }],
    person: { by: 'customer_id', shown: 'お電話でのご注文(お支払い前)', erased: { rows: '退会' } },
    merged: { fate: 'keyed', name: 'お電話のご注文のお支払いリンク' },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    /** Part of the link. */
    request_no: text().notNull(),
    customer_id: idColumn().notNull(),
    /** The order agreed on the phone, with the address. */
    draft: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The total read out on the phone. */
    payment_total: integer().notNull(),
    /** Idempotency key of the resulting order; replaced after a declined card. */
    idempotency_key: text().notNull(),
    operator_id: integer()
      .notNull()
      .references(() => operator.id),
    operator_name: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
    withdrawn_at: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.customer_id, customer),
    uniqueIndex().on(t.shop_id, t.request_no),
    // The same key is the same request.
    uniqueIndex().on(t.shop_id, t.customer_id, t.idempotency_key),
    index().on(t.shop_id, t.customer_id, t.id),
    index().on(t.expires_at),
  ],
)
