import type { ConversionDestination } from '@kushi/contract/admin/conversion'
import type { Queryable } from '@kushi/db/connect'
import { conversion_delivery, conversion_destination } from '@kushi/db/schema/conversion'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { MAX_CONVERSION_DESTINATIONS } from '@kushi/values/conversion/conversion'
import { CONVERSION_KINDS, type ConversionKindName, conversionFieldNames } from '@kushi/values/conversion/kinds'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { shopUrl } from '../../../foundation/setting/index.ts'
import { listAdGroups } from '../../../people/line/index.ts'
import { invalidFields, notFound, ShopError } from '../../../shop-error.ts'
import { openAccountValues, sealAccountValues, splitPlainAndSecretValues } from '../internal/account-values.ts'
import {
  type ConversionDestinationRow,
  findConversionDestination,
  lockConversionDestination,
} from '../internal/find-destination.ts'
import { accountFailures } from '../rules/check-account.ts'
import { STUCK_CONVERSION_ATTEMPTS } from '../rules/judge-event.ts'

const SHOWN_DAYS = 30
const DAY_MS = 86_400_000

const theirs = sql`from ${conversion_delivery} e where e.shop_id = ${conversion_destination.shop_id}
  and e.destination_id = ${conversion_destination.id}`
const stuck = sql`${theirs} and e.conversion_state = 'waiting' and e.attempts >= ${STUCK_CONVERSION_ATTEMPTS}`
const counted = (rows: SQL) => sql<number>`(select count(*)::int ${rows})`

async function load(ctx: OperatorContext, db: Queryable, id?: number): Promise<ConversionDestination[]> {
  const { shop_id, clock } = ctx
  const since = sql`${new Date(clock.now().getTime() - SHOWN_DAYS * DAY_MS)}::timestamptz`
  const rows = await db
    .select({
      row: conversion_destination,
      waiting: counted(sql`${theirs} and e.conversion_state = 'waiting'`),
      refused: counted(
        sql`${theirs} and (e.conversion_state = 'refused' or e.drop_reason = 'too_old') and e.done_at >= ${since}`,
      ),
      stuck: counted(stuck),
      last_answer: sql<string | null>`(select e.answer ${stuck} order by e.next_attempt_at desc limit 1)`,
    })
    .from(conversion_destination)
    .where(
      id === undefined
        ? eq(conversion_destination.shop_id, shop_id)
        : sameRowCondition(conversion_destination, { shop_id, id }),
    )
    .orderBy(asc(conversion_destination.id))
  return rows.map(({ row, ...counts }) => ({
    ...row,
    ...counts,
    secret_names: storedSecrets(ctx, row),
    on_since: row.on_since?.toISOString() ?? null,
  }))
}

/** Returns no secrets if they can't be decrypted any more, so that the operator enters them again. */
function storedSecrets(ctx: OperatorContext, { sealed }: Pick<ConversionDestinationRow, 'sealed'>): string[] {
  try {
    return Object.keys(openAccountValues(ctx, sealed))
  } catch {
    return []
  }
}

async function one(ctx: OperatorContext, db: Queryable, id: number): Promise<ConversionDestination> {
  const [found] = await load(ctx, db, id)
  if (!found) throw notFound()
  return found
}

export const listConversionDestinations: AdminHandler<'GET /admin/v1/setting/conversions'> = async (ctx) => ({
  items: await load(ctx, ctx.db),
})

export const showConversionDestination: AdminHandler<'GET /admin/v1/setting/conversions/{id}'> = (ctx, { id }) =>
  one(ctx, ctx.db, id)

/** Adds a 送信先 that is off. */
export const addConversionDestination: AdminHandler<'POST /admin/v1/setting/conversions'> = async (ctx, input) => {
  const { conversion_kind, account_values, recipient_name: given, ad_group = '', ...form } = input
  const { company } = CONVERSION_KINDS[conversion_kind]
  const recipient_name = company ?? given
  if (recipient_name === '')
    throw invalidFields([
      { path: 'recipient_name', message_id: 'required', message: '提供先の会社名と国を入力してください。' },
    ])
  await checkAccount(ctx, conversion_kind, input, [])
  const { plain, secret } = splitPlainAndSecretValues(conversion_kind, account_values)
  const { shop_id } = ctx
  return ctx.db.transaction(async (tx) => {
    // Locks the shop, so that two calls at once can't exceed the maximum.
    await tx.execute(sql`select from shop where id = ${shop_id} for no key update`)
    const before = await tx.$count(conversion_destination, eq(conversion_destination.shop_id, shop_id))
    if (before >= MAX_CONVERSION_DESTINATIONS)
      throw new ShopError(
        422,
        'ERROR_TOO_MANY_CONVERSION_DESTINATIONS',
        `送信先は${MAX_CONVERSION_DESTINATIONS}件までです。使わないものを削除してください。`,
      )
    const now = ctx.clock.now()
    const [row] = await tx
      .insert(conversion_destination)
      .values({
        ...form,
        ad_group,
        shop_id,
        conversion_kind,
        recipient_name,
        account_values: plain,
        sealed: sealAccountValues(ctx, secret),
        created_at: now,
        updated_at: now,
      })
      .returning()
    await recordAudit(tx, ctx, { ...subjectOf(row!), after: recorded(row!) })
    return one(ctx, tx, row!.id)
  })
}

/** Changes it. Secrets that the form leaves empty stay, but those that it removes. */
export const changeConversionDestination: AdminHandler<'PUT /admin/v1/setting/conversions/{id}'> = async (
  ctx,
  { id, account_values, removed_secrets = [], ad_group, ...form },
) => {
  const { shop_id } = ctx
  const { conversion_kind, sealed, account_values: before } = await findConversionDestination(ctx.db, { shop_id, id })
  const stored = storedSecrets(ctx, { sealed })
  await checkAccount(
    ctx,
    conversion_kind,
    { ...form, ad_group, account_values },
    stored.filter((name) => !removed_secrets.includes(name)),
  )
  const { plain, secret } = splitPlainAndSecretValues(conversion_kind, account_values)
  return change(
    ctx,
    id,
    (row) => {
      const kept = storedSecrets(ctx, row).length > 0 ? openAccountValues(ctx, row.sealed) : {}
      const left = Object.fromEntries(Object.entries(kept).filter(([name]) => !removed_secrets.includes(name)))
      const group = ad_group === undefined ? {} : { ad_group }
      return { ...form, ...group, account_values: plain, sealed: sealAccountValues(ctx, { ...left, ...secret }) }
    },
    Object.fromEntries([
      ...removed_secrets.flatMap((name) => (stored.includes(name) ? [[name, '消去']] : [])),
      ...[...Object.keys(secret), ...(plain.url === before.url ? [] : ['url'])].map((name) => [name, '入れ替え']),
    ]),
  )
}

/** The 送信先 receives events that happen from now on. */
export const startConversions: AdminHandler<'POST /admin/v1/setting/conversions/{id}/start'> = (ctx, { id }) =>
  change(ctx, id, ({ on_since }) => ({ on_since: on_since ?? ctx.clock.now() }))

/** Events that happened until now are still sent. */
export const stopConversions: AdminHandler<'POST /admin/v1/setting/conversions/{id}/stop'> = (ctx, { id }) =>
  change(ctx, id, () => ({ on_since: null }))

/**
 * Deletes a 送信先 that received no event. Others stay as the record of the sent data that the law requires.
 * @throws ShopError 409
 */
export const removeConversionDestination: AdminHandler<'DELETE /admin/v1/setting/conversions/{id}'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    const row = await lockConversionDestination(tx, { shop_id: ctx.shop_id, id })
    const told = and(eq(conversion_delivery.shop_id, ctx.shop_id), eq(conversion_delivery.destination_id, id))
    if ((await tx.$count(conversion_delivery, told)) > 0)
      throw new ShopError(
        409,
        'ERROR_CONVERSIONS_TOLD',
        'この送信先には、知らせた記録があるため削除できません。使わないときは、送るのをやめてください。',
      )
    await tx.delete(conversion_destination).where(sameRowCondition(conversion_destination, row))
    await recordAudit(tx, ctx, { ...subjectOf(row), before: recorded(row), after: null })
    return {}
  })

function change(
  ctx: OperatorContext,
  id: number,
  next: (row: ConversionDestinationRow) => Partial<ConversionDestinationRow>,
  more: Record<string, unknown> = {},
): Promise<ConversionDestination> {
  return ctx.db.transaction(async (tx) => {
    const row = await lockConversionDestination(tx, { shop_id: ctx.shop_id, id })
    const [after] = await tx
      .update(conversion_destination)
      .set({ ...next(row), updated_at: ctx.clock.now() })
      .where(sameRowCondition(conversion_destination, row))
      .returning()
    await recordAudit(tx, ctx, { ...subjectOf(row), before: recorded(row), after: { ...recorded(after!), ...more } })
    return one(ctx, tx, id)
  })
}

const subjectOf = ({ id, destination_name }: ConversionDestinationRow) => ({
  subject: 'conversion_destination',
  subject_id: id,
  subject_name: destination_name,
})

/** The values for the audit log: without secrets, and of an address only its host. */
const recorded = ({
  shop_id: _,
  id: __,
  sealed: ___,
  created_at: ____,
  updated_at: _____,
  on_since,
  account_values: { url, ...account_values },
  ...row
}: ConversionDestinationRow) => ({
  ...row,
  account_values: { ...account_values, ...(url && { url: new URL(url).origin }) },
  on_since: on_since?.toISOString() ?? null,
})

type Form = Parameters<typeof accountFailures>[1] & { ad_group?: string | undefined }

/** @throws ShopError 422 */
async function checkAccount(
  ctx: OperatorContext,
  kind: ConversionKindName,
  form: Form,
  kept: readonly string[],
): Promise<void> {
  const secrets = conversionFieldNames(kind, true).filter((name) => kept.includes(name))
  const own_host = new URL(shopUrl(ctx.settings, ctx.shop_id)).hostname
  const failures = accountFailures(kind, form, { kept: secrets, own_host })
  if (form.ad_group && !(await listAdGroups(ctx)).includes(form.ad_group))
    failures.push({ path: 'ad_group', message_id: 'refused', message: 'この広告グループは、広告コードにありません。' })
  const { url } = form.account_values
  if (failures.length === 0 && url && !(await ctx.ports.conversion.mayReach(url)))
    failures.push({
      path: 'account_values.url',
      message_id: 'refused',
      message: 'このURLには送れません。インターネットから届く、https:// のURLを入力してください。',
    })
  if (failures.length > 0) throw invalidFields(failures)
}
