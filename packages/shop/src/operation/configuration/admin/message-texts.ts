import type { Queryable, Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { line_friend } from '@kushi/db/schema/line'
import { message_text } from '@kushi/db/schema/message'
import { operator } from '@kushi/db/schema/operator'
import { messageShopPlaceholders, SHOP_PLACEHOLDERS } from '@kushi/values/promise'
import { and, eq } from 'drizzle-orm'
import { loadShopFacts, promiseTexts } from '../../../catalogue/promise/index.ts'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { consumeLimit } from '../../../foundation/limit/index.ts'
import { loadShop, shopUrl } from '../../../foundation/setting/index.ts'
import {
  enqueueLineMessageToUser,
  enqueueMail,
  fillMessageText,
  isLineMessageKind,
  isMessageKindName,
  lineFriendJoinCondition,
  MESSAGE_GROUPS,
  MESSAGE_KINDS,
  MESSAGE_PLACEHOLDERS,
  type MessageKindName,
  messageTextFailures,
} from '../../../messaging/message/index.ts'
import { lineCardMessage } from '../../../people/line/index.ts'
import { newToken } from '../../../people/session/index.ts'
import { invalidFields, notFound } from '../../../shop-error.ts'
import { changeSetting, withSettingVersion } from '../internal/change-setting.ts'
import { previewPlaceholderValues, samplePlaceholderValues } from '../internal/preview-values.ts'

interface Text {
  subject: string
  body: string
}

const groupOf = new Map(
  Object.entries(MESSAGE_GROUPS).flatMap(([group, kinds]) => Object.keys(kinds).map((kind) => [kind, group] as const)),
)
const listed = (kind: MessageKindName, is_own: boolean) => ({
  kind,
  is_own,
  name: MESSAGE_KINDS[kind].name,
  group: groupOf.get(kind)!,
  is_line: isLineMessageKind(kind),
})

export const listMessageTexts: AdminHandler<'GET /admin/v1/message-texts'> = async ({ db, shop_id }) => {
  const rows = await db.select({ kind: message_text.kind }).from(message_text).where(eq(message_text.shop_id, shop_id))
  const own = new Set(rows.map(({ kind }) => kind))
  return { items: [...groupOf.keys()].filter(isMessageKindName).map((kind) => listed(kind, own.has(kind))) }
}

const whose = (shop_id: number, kind: MessageKindName) =>
  and(eq(message_text.shop_id, shop_id), eq(message_text.kind, kind))

const load = async (db: Queryable, shop_id: number, kind: MessageKindName) => {
  const [own] = await db
    .select({ subject: message_text.subject, body: message_text.body })
    .from(message_text)
    .where(whose(shop_id, kind))
  const { subject, body } = own ?? MESSAGE_KINDS[kind]
  return { is_own: own !== undefined, subject, body }
}

const detailed = (kind: MessageKindName, text: Awaited<ReturnType<typeof load>> & { version: string }) => {
  const { placeholders, required, subject, body } = MESSAGE_KINDS[kind]
  return {
    ...listed(kind, text.is_own),
    ...text,
    standard: { subject, body },
    placeholders: [
      ...placeholders.map((name) => ({
        name,
        hint: MESSAGE_PLACEHOLDERS[name].hint,
        is_required: required.includes(name),
      })),
      ...messageShopPlaceholders.map((name) => ({ name, hint: SHOP_PLACEHOLDERS[name].hint, is_required: false })),
    ],
  }
}

/** @throws ShopError 404 */
function known(kind: string): MessageKindName {
  if (!isMessageKindName(kind)) throw notFound()
  return kind
}

export const getMessageText: AdminHandler<'GET /admin/v1/message-texts/{kind}'> = async ({ db, shop_id }, input) => {
  const kind = known(input.kind)
  return detailed(kind, withSettingVersion(await load(db, shop_id, kind)))
}

const about = (kind: MessageKindName) => ({
  subject: 'message_text',
  subject_id: kind,
  subject_name: `${isLineMessageKind(kind) ? 'LINE' : 'メール'}: ${MESSAGE_KINDS[kind].name}`,
  is_notice: groupOf.get(kind) !== 'お知らせ',
})

/** @throws ShopError 422 for an unknown placeholder, or when a required one is missing */
function check(kind: MessageKindName, text: Text): void {
  const failures = messageTextFailures(MESSAGE_KINDS[kind], text)
  if (failures.length > 0) throw invalidFields(failures)
}

export const changeMessageText: AdminHandler<'PUT /admin/v1/message-texts/{kind}'> = async (ctx, input) => {
  const kind = known(input.kind)
  const { subject, body, version } = input
  check(kind, { subject, body })
  const saved = await changeSetting(ctx, {
    ...about(kind),
    version,
    load: (db) => load(db, ctx.shop_id, kind),
    write: async (tx) => {
      const set = { subject, body, updated_at: ctx.clock.now() }
      await tx
        .insert(message_text)
        .values({ ...set, shop_id: ctx.shop_id, kind })
        .onConflictDoUpdate({ target: [message_text.shop_id, message_text.kind], set })
    },
  })
  return detailed(kind, saved)
}

/** Restores the standard text. @throws ShopError 404 when it is already in use */
export const resetMessageText: AdminHandler<'DELETE /admin/v1/message-texts/{kind}'> = async (ctx, input) => {
  const kind = known(input.kind)
  return ctx.db.transaction(async (tx) => {
    const [gone] = await tx.delete(message_text).where(whose(ctx.shop_id, kind)).returning()
    if (!gone) throw notFound()
    await recordAudit(tx, ctx, { ...about(kind), before: { subject: gone.subject, body: gone.body } })
    return detailed(kind, withSettingVersion(await load(tx, ctx.shop_id, kind)))
  })
}

/** The text as a customer would receive it, with the facts of the newest order. */
async function previewed(ctx: OperatorContext, kind: MessageKindName, text: Text) {
  const [seller, { values, order_no }] = await Promise.all([loadShop(ctx), previewPlaceholderValues(ctx, kind)])
  const asked = MESSAGE_KINDS[kind].placeholders.flatMap((name) => (name in values ? [[name, values[name]!]] : []))
  const promises = promiseTexts(await loadShopFacts(ctx))
  return { ...fillMessageText(text, seller, { ...promises, ...Object.fromEntries(asked) }), order_no, seller }
}

export const previewMessageText: AdminHandler<'POST /admin/v1/message-texts/{kind}/preview'> = (ctx, input) =>
  previewed(ctx, known(input.kind), input)

/**
 * Sends the text as typed, saved or not, only to the operator who requested it. A card goes over LINE when a member
 * with the operator's e-mail address has linked LINE and is a friend; otherwise its words go by mail.
 */
export const testMessageText: AdminHandler<'POST /admin/v1/message-texts/{kind}/test'> = async (ctx, input) => {
  const kind = known(input.kind)
  check(kind, input)
  await consumeLimit(ctx, 'message_test', { account: String(ctx.operator.id) })
  const { subject, body, seller } = await previewed(ctx, kind, input)
  const sent = await ctx.db.transaction(async (tx) => {
    const [me] = await tx.select({ email: operator.email }).from(operator).where(eq(operator.id, ctx.operator.id))
    const { email } = me!
    const key = `message-test:${newToken()}`
    const line_id =
      isLineMessageKind(kind) && seller.line_channel_flag ? await lineOfMember(tx, ctx.shop_id, email) : null
    if (line_id)
      await enqueueLineMessageToUser(tx, ctx.shop_id, key, {
        to: line_id,
        message: sampleCard(ctx, kind, input, seller),
      })
    else {
      const sign = isLineMessageKind(kind) ? `【${seller.shop_name}】LINEのカード: ` : ''
      const mail = { to: email, subject: `[テスト送信] ${sign}${subject}`, text: body || '(本文はありません)' }
      await enqueueMail(tx, ctx.shop_id, key, mail)
    }
    await recordAudit(tx, ctx, { ...about(kind), after: { tested: true } })
    return { email, over_line: line_id !== null }
  })
  return sent
}

async function lineOfMember(tx: Tx, shop_id: number, email: string): Promise<string | null> {
  const [member] = await tx
    .select({ line_id: customer.line_id })
    .from(customer)
    .innerJoin(line_friend, lineFriendJoinCondition(customer))
    .where(and(eq(customer.shop_id, shop_id), eq(customer.email, email)))
  return member?.line_id ?? null
}

/** Contains samples only, because nothing proves that the member's e-mail address belongs to the operator. */
function sampleCard(
  ctx: OperatorContext,
  kind: MessageKindName,
  typed: Text,
  seller: Awaited<ReturnType<typeof loadShop>>,
) {
  const samples = samplePlaceholderValues(ctx, kind)
  const { subject, body } = fillMessageText(typed, seller, samples)
  const names = MESSAGE_KINDS[kind].placeholders.filter((name) => name !== '店舗名')
  return lineCardMessage({
    shop_name: seller.shop_name,
    title: `[テスト送信] ${subject}`,
    lead: body,
    rows: [['文章', MESSAGE_KINDS[kind].name], ...names.map((name) => [name, samples[name] ?? ''] as const)],
    button: { label: 'マイページを開く', url: `${shopUrl(ctx.settings, ctx.shop_id)}/sh/mypage` },
  })
}
