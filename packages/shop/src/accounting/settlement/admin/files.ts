import { createHash } from 'node:crypto'
import type { SettlementFile } from '@kushi/contract/admin/settlement'
import type { Queryable } from '@kushi/db/connect'
import { settlement_file, settlement_layout, settlement_line, settlement_payout } from '@kushi/db/schema/settlement'
import { addDays, dateParts } from '@kushi/values/calendar-date'
import { SETTLEMENT_PROVIDER_NAME, type SettlementProvider } from '@kushi/values/settlement'
import { MAX_HEADER_ROW } from '@kushi/values/spreadsheet'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { bytesSource, headsFingerprint, normalizeHead } from '../../../foundation/csv/index.ts'
import { notFound, refusedField, ShopError } from '../../../shop-error.ts'
import { settlementFileContent } from '../internal/file-work.ts'
import { latestPayoutDay, MAX_PAYOUT_DAYS_AHEAD, openSettlementFile } from '../internal/read-settlement.ts'
import { processSettlementFiles } from '../process-settlement-files.ts'
import {
  doublyAssignedColumn,
  missingColumnsText,
  proposeSettlementColumns,
  recogniseSettlementLayout,
  type SettlementColumns,
  type SettlementLayout,
} from '../rules/layouts.ts'
import { SettlementCellError } from '../rules/read-line.ts'

/** Rows that a person sees when asked for the columns. */
const SAMPLE = 5
const SMALL_BYTES = 1024 * 1024
const SHOWN = 30

/** SQL condition: this settlement file of the shop. */
export const settlementFileCondition = ({ shop_id }: Pick<OperatorContext, 'shop_id'>, id: number) =>
  and(eq(settlement_file.shop_id, shop_id), eq(settlement_file.id, id))

/** The subject of audit entries about a settlement file. */
export const settlementFileAuditSubject = ({ id, name }: { id: number; name: string }) => ({
  subject: 'settlement_file',
  subject_id: id,
  subject_name: name,
})

/** The layout of these heads: a remembered one of the shop, or a built-in one. */
async function layoutOf(db: Queryable, shop_id: number, heads: readonly string[]): Promise<SettlementLayout | null> {
  const [own] = await db
    .select()
    .from(settlement_layout)
    .where(and(eq(settlement_layout.shop_id, shop_id), eq(settlement_layout.head_sign, headsFingerprint(heads))))
  if (!own) return recogniseSettlementLayout(heads)
  const columns = Object.fromEntries(
    Object.entries(own.columns).map(([role, head]) => [role, [head]]),
  ) as SettlementColumns
  return { provider: own.provider, columns }
}

/** Whether each line has a day of its payout, or the file states one. */
const isDated = (provider: SettlementProvider | null, columns: SettlementColumns, paid_on: string | null) =>
  provider === 'bank' || provider === 'amazon_pay' || columns.paid_on !== undefined || paid_on !== null

/** @throws ShopError 422 for a day that no file can be about */
function refuseFar({ clock }: Pick<OperatorContext, 'clock'>, paid_on: string | null): void {
  const today = clock.today()
  if (paid_on !== null && (paid_on > latestPayoutDay(today) || paid_on < addDays(today, -3660)))
    throw refusedField('paid_on', `振込日は、10年前から${MAX_PAYOUT_DAYS_AHEAD}日先までで入力してください。`)
}

const refusedFile = (message: string) => new ShopError(422, 'ERROR_SETTLEMENT_FILE', message)

/**
 * The heads of a file with its first rows, and the lines among which they were found. `head_row`: the line that a
 * person chose; null: found by known words.
 * @throws ShopError 422 ERROR_SETTLEMENT_FILE for a file that is no table
 */
async function sampleOf({ db, shop_id }: OperatorContext, content: Uint8Array, head_row: number | null = null) {
  const known = await db
    .select({ head_sign: settlement_layout.head_sign })
    .from(settlement_layout)
    .where(eq(settlement_layout.shop_id, shop_id))
  const signs = new Set(known.map(({ head_sign }) => head_sign))
  const lines: string[][] = []
  const shown = (cells: Iterable<string>) => [...cells].map((cell) => cell.slice(0, 60))
  const { heads, rows } = await openSettlementFile(bytesSource(content), (found) => {
    lines.push(shown(found))
    return head_row === null ? signs.has(headsFingerprint(found)) : lines.length === head_row
  }).catch((error: unknown) => {
    if (error instanceof SettlementCellError) throw refusedFile(`${error.head}: ${error.message}`)
    if (!(error instanceof ShopError)) throw error
    throw refusedFile(error.fields?.[0]?.message ?? error.message)
  })
  if (head_row !== null && lines.length < head_row) throw refusedFile(`${head_row}行目はありません。`)
  if (heads.filter((head) => head !== '').length < 2)
    throw refusedFile('見出しのある表ではありません。決済会社や銀行の画面から出力したCSVを選んでください。')
  const sample: string[][] = []
  try {
    for await (const { cells } of rows) {
      sample.push(shown(cells.values()))
      if (sample.length === SAMPLE) break
    }
  } catch (error) {
    // A 全銀 file, whose columns are fixed: it is refused when it is read.
    if (!(error instanceof SettlementCellError)) throw error
  }
  return { heads, sample: { heads, rows: sample, lines: lines.slice(0, MAX_HEADER_ROW) } }
}

/**
 * 入金のファイルを置く: uploads a settlement file. Its provider is recognised by the headers; otherwise an operator assigns the
 * columns. The same file is refused the second time.
 * @throws ShopError 422 ERROR_SETTLEMENT_FILE for a file that is no table, 409 ERROR_SETTLEMENT_TAKEN
 */
export const uploadSettlementFile: AdminHandler<'POST /admin/v1/settlement/files'> = async (
  ctx,
  { name, paid_on = null, content },
) => {
  const { db, shop_id } = ctx
  refuseFar(ctx, paid_on)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const { heads, sample } = await sampleOf(ctx, content)
  const layout = await layoutOf(db, shop_id, heads)
  const isReady = layout?.provider != null && isDated(layout.provider, layout.columns, paid_on)
  const id = await db.transaction(async (tx) => {
    const [before] = await tx
      .select({ created_at: settlement_file.created_at, name: settlement_file.name })
      .from(settlement_file)
      .where(
        and(
          eq(settlement_file.shop_id, shop_id),
          eq(settlement_file.sha256, sha256),
          notInArray(settlement_file.state, ['refused', 'taken_back']),
        ),
      )
    if (before)
      throw new ShopError(
        409,
        'ERROR_SETTLEMENT_TAKEN',
        `同じ内容のファイル「${before.name}」を、${sayDay(before.created_at)}に取り込んでいます。何も変わっていません。`,
      )
    const [row] = await tx
      .insert(settlement_file)
      .values({
        shop_id,
        name,
        sha256,
        content: Buffer.from(content),
        state: isReady ? 'reading' : 'asking',
        provider: layout?.provider ?? null,
        columns: layout?.columns ?? null,
        paid_on,
        sample: isReady ? null : sample,
        ...ctx.actor,
        created_at: ctx.clock.now(),
      })
      .returning({ id: settlement_file.id })
    await recordAudit(tx, ctx, {
      ...settlementFileAuditSubject({ id: row!.id, name }),
      after: {
        file: name,
        bytes: content.byteLength,
        ...(layout?.provider && { provider: SETTLEMENT_PROVIDER_NAME[layout.provider] }),
      },
    })
    return row!.id
  })
  if (isReady) startSettlementProcessing(ctx, content.byteLength)
  return loadSettlementFile(ctx, id)
}

const sayDay = (at: Date) => {
  const { month, day } = dateParts(timestampToJapanDate(at.getTime()))
  return `${month}月${day}日`
}

/** Starts processing a small settlement file at once. A large one waits for the worker's next run. */
export function startSettlementProcessing(ctx: OperatorContext, bytes: number): void {
  if (bytes <= SMALL_BYTES) ctx.afterwards(() => processSettlementFiles(ctx, { budgetMs: 10_000 }))
}

/**
 * Sets the provider and the columns of a settlement file. The next file with the same headers is recognised by itself.
 * @throws ShopError 404; 422 for columns that do not suffice
 */
export const assignSettlementColumns: AdminHandler<'PUT /admin/v1/settlement/files/{id}'> = async (
  ctx,
  { id, provider, columns: asked, paid_on },
) => {
  const { shop_id } = ctx
  refuseFar(ctx, paid_on)
  const bytes = await ctx.db.transaction(async (tx) => {
    const [file] = await tx
      .select({
        id: settlement_file.id,
        name: settlement_file.name,
        sample: settlement_file.sample,
        columns: settlement_file.columns,
        provider: settlement_file.provider,
        bytes: sql<number>`octet_length(${settlement_file.content})`,
      })
      .from(settlement_file)
      .where(and(settlementFileCondition(ctx, id), eq(settlement_file.state, 'asking')))
      .for('update')
    if (!file?.sample) throw notFound()
    const { heads } = file.sample
    // 「columns」 of a known layout are kept when only 振込日 was asked.
    const isKnown = file.provider === provider && file.columns !== null
    const columns = isKnown
      ? file.columns!
      : (Object.fromEntries(
          Object.entries(asked).flatMap(([role, head]) => (head ? [[role, [head]]] : [])),
        ) as SettlementColumns)
    const unknown = Object.values(columns)
      .flat()
      .find((head) => !heads.includes(head))
    if (unknown !== undefined) throw refusedField('columns', `「${unknown}」という列はありません。`)
    const twice = doublyAssignedColumn(columns)
    if (twice !== null) throw refusedField('columns', `「${twice}」の列は、ひとつの項目にだけ選んでください。`)
    const lack = missingColumnsText(provider, columns)
    if (lack) throw refusedField('columns', lack)
    if (!isDated(provider, columns, paid_on)) throw refusedField('paid_on', '振込日を入力してください。')
    if (!isKnown) {
      const kept = {
        provider,
        columns: Object.fromEntries(Object.entries(columns).map(([role, [head]]) => [role, head])),
        updated_at: ctx.clock.now(),
      }
      await tx
        .insert(settlement_layout)
        .values({ shop_id, head_sign: headsFingerprint(heads), ...kept })
        .onConflictDoUpdate({ target: [settlement_layout.shop_id, settlement_layout.head_sign], set: kept })
    }
    await tx
      .update(settlement_file)
      .set({ provider, columns, paid_on, state: 'reading', sample: null })
      .where(settlementFileCondition(ctx, id))
    await recordAudit(tx, ctx, {
      ...settlementFileAuditSubject(file),
      after: { provider: SETTLEMENT_PROVIDER_NAME[provider], settlement_columns: columns, paid_on },
    })
    return file.bytes
  })
  startSettlementProcessing(ctx, bytes)
  return loadSettlementFile(ctx, id)
}

/**
 * 見出しの行: sets which row of a settlement file has the headers, where earlier rows look like headers, too.
 * @throws ShopError 404; 422 for a line without heads
 */
export const chooseSettlementHeaderRow: AdminHandler<'PUT /admin/v1/settlement/files/{id}/head'> = async (
  ctx,
  { id, head_row },
) => {
  const { db, shop_id } = ctx
  const isAsking = and(settlementFileCondition(ctx, id), eq(settlement_file.state, 'asking'))
  const [file] = await db.select().from(settlement_file).where(isAsking)
  if (!file) throw notFound()
  const { heads, sample } = await sampleOf(ctx, file.content, head_row)
  const layout = await layoutOf(db, shop_id, heads)
  await db.transaction(async (tx) => {
    const [asked] = await tx
      .update(settlement_file)
      .set({
        sample: { ...sample, lines: file.sample?.lines ?? sample.lines },
        provider: layout?.provider ?? null,
        columns: layout?.columns ?? null,
      })
      .where(isAsking)
      .returning({ id: settlement_file.id })
    if (!asked) throw notFound()
    await recordAudit(tx, ctx, { ...settlementFileAuditSubject(file), after: { head_row } })
  })
  return loadSettlementFile(ctx, id)
}

/** Deletes a settlement file that was not taken in. @throws ShopError 404 */
export const deleteSettlementFile: AdminHandler<'DELETE /admin/v1/settlement/files/{id}'> = async (ctx, { id }) => {
  await ctx.db.transaction(async (tx) => {
    const [file] = await tx
      .delete(settlement_file)
      .where(and(settlementFileCondition(ctx, id), inArray(settlement_file.state, ['asking', 'refused'])))
      .returning({ id: settlement_file.id, name: settlement_file.name })
    if (!file) throw notFound()
    await recordAudit(tx, ctx, { ...settlementFileAuditSubject(file), before: { file: file.name }, after: {} })
  })
  return {}
}

/** Returns the bytes of a settlement file as they were uploaded. @throws ShopError 404 */
export const downloadSettlementFile: AdminHandler<'POST /admin/v1/settlement/files/content'> = async (ctx, { id }) => {
  const { db, shop_id } = ctx
  const [file] = await db
    .select({ name: settlement_file.name })
    .from(settlement_file)
    .where(settlementFileCondition(ctx, id))
  if (!file) throw notFound()
  return { file_name: file.name, content: settlementFileContent(db, { shop_id, id })() }
}

/** Loads one settlement file with its figures. @throws ShopError 404 */
export async function loadSettlementFile(ctx: OperatorContext, id: number): Promise<SettlementFile> {
  const [file] = await loadSettlementFiles(ctx, id)
  if (!file) throw notFound()
  return file
}

/** Loads the newest settlement files, or the one with this id. */
export async function loadSettlementFiles(
  { db, shop_id }: Pick<OperatorContext, 'db' | 'shop_id'>,
  id: number | null = null,
): Promise<SettlementFile[]> {
  const rows = await db
    .select({
      id: settlement_file.id,
      name: settlement_file.name,
      state: settlement_file.state,
      provider: settlement_file.provider,
      columns: settlement_file.columns,
      paid_on: settlement_file.paid_on,
      row_count: settlement_file.row_count,
      done_rows: settlement_file.done_rows,
      known_rows: settlement_file.known_rows,
      fault: settlement_file.fault,
      sample: settlement_file.sample,
      operator_name: settlement_file.actor_name,
      created_at: settlement_file.created_at,
    })
    .from(settlement_file)
    .where(and(eq(settlement_file.shop_id, shop_id), id === null ? undefined : eq(settlement_file.id, id)))
    .orderBy(desc(settlement_file.id))
    .limit(SHOWN)
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  const [sums, open] = await Promise.all([
    db
      .select({
        id: settlement_payout.settlement_file_id,
        net: sql<number>`sum(${settlement_payout.net})::float8`,
        fee: sql<number>`sum(${settlement_payout.fee})::float8`,
      })
      .from(settlement_payout)
      .where(and(eq(settlement_payout.shop_id, shop_id), inArray(settlement_payout.settlement_file_id, ids)))
      .groupBy(settlement_payout.settlement_file_id),
    db
      .select({ id: settlement_line.settlement_file_id, lines: sql<number>`count(*)::int` })
      .from(settlement_line)
      .where(
        and(
          eq(settlement_line.shop_id, shop_id),
          eq(settlement_line.state, 'open'),
          inArray(settlement_line.settlement_file_id, ids),
        ),
      )
      .groupBy(settlement_line.settlement_file_id),
  ])
  return rows.map(({ sample, columns, created_at, ...row }) => {
    const sum = sums.find((one) => one.id === row.id)
    const proposed = columns
      ? Object.fromEntries(Object.entries(columns).map(([role, [head]]) => [role, head!]))
      : proposeSettlementColumns((sample?.heads ?? []).filter((head) => normalizeHead(head) !== ''))
    return {
      ...row,
      net: sum?.net ?? 0,
      fee: sum?.fee ?? 0,
      open_lines: open.find((one) => one.id === row.id)?.lines ?? 0,
      asked:
        row.state === 'asking' && sample
          ? {
              ...sample,
              lines: sample.lines ?? [],
              columns: proposed as NonNullable<SettlementFile['asked']>['columns'],
              is_known: columns !== null,
            }
          : null,
      created_at: created_at.toISOString(),
    }
  })
}
