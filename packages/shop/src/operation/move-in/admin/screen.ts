import { parseEnv } from 'node:util'
import { MoveIn } from '@kushi/contract/admin/move-in'
import type { Tx } from '@kushi/db/connect'
import { move_in, move_in_file, moved_row } from '@kushi/db/schema/move-in'
import { isMoveInRunning, type MoveInRevertReport } from '@kushi/values/move-in'
import { asc, eq, sql } from 'drizzle-orm'
import { type AdminHandler, maskForOperator, type OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { notFound, refusedField, ShopError } from '../../../shop-error.ts'
import { isBackupRecent, requireBackup } from '../backup.ts'
import { misnamedFileText, moveInFileKind } from '../move-in.ts'
import { moveInProblemsCsv } from '../problem-file.ts'
import { processMoveIn } from '../process-move-in.ts'
import { loadKeptMemberNames, NOTHING_REMOVED, requireKeptMemberCount } from '../revert-move-in.ts'

/** With more files, the command line has to be used. */
const MAX_FILES = 12
/** The most problems on the screen; the file contains all. */
const SHOWN = 50
const SMALL_BYTES = 1024 * 1024
/** Milliseconds for work that begins at once; the worker's next run continues it. */
const SOON_MS = 5_000
const MAGIC_FILE = 'eccube.env'

const nothing: MoveIn = {
  state: 'files',
  files: [],
  has_magic: false,
  former_system: '',
  former_systems: [],
  with_guests: false,
  with_departed: false,
  progress: null,
  report: null,
  take_back: null,
  backup_made_at: null,
  is_backup_recent: false,
  error: '',
  operator_name: '',
}

export const showMoveIn: AdminHandler<'GET /admin/v1/move-in'> = (ctx) => look(ctx, ctx.db)

async function look(ctx: OperatorContext, db: OperatorContext['db'] | Tx): Promise<MoveIn> {
  const { shop_id } = ctx
  const [row] = await db.select().from(move_in).where(eq(move_in.shop_id, shop_id))
  const former_systems = await db
    .selectDistinct({ former_system: moved_row.former_system })
    .from(moved_row)
    .where(eq(moved_row.shop_id, shop_id))
    .orderBy(asc(moved_row.former_system))
  const made = await ctx.lastBackup?.()
  const known = {
    former_systems: former_systems.map(({ former_system }) => former_system),
    backup_made_at: made?.toISOString() ?? null,
    is_backup_recent: isBackupRecent(ctx, made),
  }
  if (!row) return { ...nothing, ...known }
  const files = await db
    .select({
      name: move_in_file.name,
      uploaded_at: move_in_file.uploaded_at,
      bytes: sql<number>`octet_length(${move_in_file.content})`,
    })
    .from(move_in_file)
    .where(eq(move_in_file.shop_id, shop_id))
    .orderBy(asc(move_in_file.name))
  const report = storedReport(row)
  const { state, progress, error, operator_name, sealed_magic, with_guests, with_departed } = row
  return {
    state,
    progress,
    error,
    operator_name,
    ...known,
    former_system: row.former_system ?? '',
    with_guests,
    with_departed,
    has_magic: sealed_magic !== null,
    files: files.map((file) => ({ ...file, uploaded_at: file.uploaded_at.toISOString() })),
    report: report && {
      ...report,
      problems: report.problems.slice(0, SHOWN),
    },
    take_back: await shownTakeBack(ctx, row),
  }
}

async function shownTakeBack(ctx: OperatorContext, row: MoveInRow): Promise<MoveIn['take_back']> {
  const report = reportedTakeBack(row)
  if (!report) return null
  const staying = report.staying.slice(0, SHOWN)
  const names = await loadKeptMemberNames(ctx, staying)
  return { ...report, staying: staying.map((one) => ({ ...one, member_name: names.get(one.customer_id) ?? '' })) }
}

type MoveInRow = typeof move_in.$inferSelect

/** null: until its rehearsal is done. */
const reportedTakeBack = ({ take_back }: MoveInRow): MoveInRevertReport | null =>
  take_back?.stay_count === undefined ? null : (take_back as MoveInRevertReport)

/** The report as any version wrote it. */
const storedReport = ({ report }: Pick<MoveInRow, 'report'>) => MoveIn.shape.report.parse(report)

/** Locks the shop's move and refuses while a process is working on it. @throws ShopError 409 ERROR_MOVE_BUSY */
async function lockMove(tx: Tx, { shop_id, operator, clock }: OperatorContext) {
  const who = { operator_id: operator.id, operator_name: operator.name, updated_at: clock.now() }
  await tx
    .insert(move_in)
    .values({ ...who, shop_id, state: 'files' })
    .onConflictDoNothing()
  const [row] = await tx.select().from(move_in).where(eq(move_in.shop_id, shop_id)).for('update')
  if (isMoveInRunning(row!.state))
    throw new ShopError(
      409,
      'ERROR_MOVE_BUSY',
      '予行、取り込み、または取り消しの途中です。終わってからお試しください。',
    )
  return { row: row!, who }
}

const about = (name: string) => ({ subject: 'move_in', subject_id: name, subject_name: '移行' })
const ofShop = ({ shop_id }: OperatorContext) => eq(move_in.shop_id, shop_id)

/**
 * Saves a file until it is imported; replaces one of the same name and discards the result of an earlier rehearsal.
 * @throws ShopError 422 ERROR_MOVE_FILE for an unknown name, and for too many files
 */
export const saveMoveInFile: AdminHandler<'POST /admin/v1/move-in/files'> = (ctx, { name, content }) =>
  ctx.db.transaction(async (tx) => {
    const { who } = await lockMove(tx, ctx)
    const kept = { ...who, state: 'files', report: null, take_back: null, progress: null, error: '' } as const
    if (name === MAGIC_FILE) {
      const magic = parseEnv(new TextDecoder().decode(content)).ECCUBE_AUTH_MAGIC
      if (!magic) throw refusedFile('eccube.env に ECCUBE_AUTH_MAGIC がありません。')
      await tx
        .update(move_in)
        .set({ ...kept, sealed_magic: ctx.secrets.seal(magic) })
        .where(ofShop(ctx))
    } else {
      if (moveInFileKind(name) === null) throw refusedFile(misnamedFileText(name))
      const file = { content: Buffer.from(content), uploaded_at: ctx.clock.now() }
      await tx
        .insert(move_in_file)
        .values({ ...file, shop_id: ctx.shop_id, name })
        .onConflictDoUpdate({ target: [move_in_file.shop_id, move_in_file.name], set: file })
      if ((await tx.$count(move_in_file, eq(move_in_file.shop_id, ctx.shop_id))) > MAX_FILES)
        throw refusedFile(`ファイルは${MAX_FILES}個までです。多いときは、コマンドで移行してください。`)
      await tx.update(move_in).set(kept).where(ofShop(ctx))
    }
    await recordAudit(tx, ctx, { ...about(name), after: { file: name, bytes: content.byteLength } })
    return look(ctx, tx)
  })

const refusedFile = (text: string) => new ShopError(422, 'ERROR_MOVE_FILE', text)

export const deleteMoveInFiles: AdminHandler<'DELETE /admin/v1/move-in/files'> = (ctx) =>
  ctx.db.transaction(async (tx) => {
    await lockMove(tx, ctx)
    await tx.delete(move_in).where(ofShop(ctx))
    await recordAudit(tx, ctx, { ...about('files'), after: { files: '消去' } })
    return look(ctx, tx)
  })

export const startMoveInRehearsal: AdminHandler<'POST /admin/v1/move-in/check'> = (
  ctx,
  { former_system, with_guests = false, with_departed = false },
) => begin(ctx, { state: 'checking', refused: 0, former_system: former_system || null, with_guests, with_departed })

/**
 * Starts after a rehearsal, or again after an interrupted run.
 * @throws ShopError 409 unless `refused` matches the rehearsal; 422 without a recent backup, unless told that there is
 * none
 */
export const startMoveInRun: AdminHandler<'POST /admin/v1/move-in/run'> = async (ctx, { refused, without_backup }) => {
  await requireBackup(ctx, without_backup)
  return begin(ctx, { state: 'running', refused })
}

/** @throws ShopError 422 for a former system of which nothing was imported */
export const startMoveInRevertRehearsal: AdminHandler<'POST /admin/v1/move-in/back/check'> = async (
  ctx,
  { former_system },
) => {
  const begun = await ctx.db.transaction(async (tx) => {
    const { row, who } = await lockMove(tx, ctx)
    const { former_systems } = await look(ctx, tx)
    if (!former_systems.includes(former_system))
      throw refusedField('former_system', `移行元「${former_system}」から取り込んだものはありません。`)
    return beginTakeBack(tx, ctx, row, { ...who, state: 'checking_back', take_back: { former_system } })
  })
  ctx.afterwards(() => processMoveIn(ctx, { budgetMs: SOON_MS }))
  return begun
}

/**
 * Starts after a rehearsal, or again after an interrupted run.
 * @throws ShopError 409 unless `stay_count` matches the rehearsal; 422 for a name that is not the former system's, and
 * without a recent backup, unless told that there is none
 */
export const startMoveInRevert: AdminHandler<'POST /admin/v1/move-in/back/run'> = async (
  ctx,
  { former_system, stay_count, without_backup },
) => {
  await requireBackup(ctx, without_backup)
  const begun = await ctx.db.transaction(async (tx) => {
    const { row, who } = await lockMove(tx, ctx)
    const report = reportedTakeBack(row)
    if (!report || row.state === 'taken_back')
      throw new ShopError(409, 'ERROR_MOVE_REFUSED', '先に取り消しの予行をして、残る会員を確かめてください。')
    if (former_system !== report.former_system)
      throw refusedField('former_system', `取り消す移行元の名前「${report.former_system}」を入力してください。`)
    requireKeptMemberCount(report, stay_count)
    const take_back = row.state === 'failed' ? report : { ...report, ...NOTHING_REMOVED }
    return beginTakeBack(tx, ctx, row, { ...who, state: 'taking_back', take_back })
  })
  ctx.afterwards(() => processMoveIn(ctx, { budgetMs: SOON_MS }))
  return begun
}

async function beginTakeBack(
  tx: Tx,
  ctx: OperatorContext,
  { state: before }: MoveInRow,
  next: Partial<MoveInRow> & { state: MoveInRow['state']; take_back: NonNullable<MoveInRow['take_back']> },
): Promise<MoveIn> {
  await tx
    .update(move_in)
    .set({ ...next, report: null, progress: null, error: '', claimed_until: null })
    .where(ofShop(ctx))
  const { state, take_back } = next
  const { former_system } = take_back
  await recordAudit(tx, ctx, { ...about(state), before: { state: before }, after: { state, former_system } })
  return look(ctx, tx)
}

type Beginning = Pick<
  typeof move_in.$inferInsert,
  'state' | 'refused' | 'former_system' | 'with_guests' | 'with_departed'
> & { refused: number }

async function begin(ctx: OperatorContext, { state, refused, ...named }: Beginning): Promise<MoveIn> {
  const begun = await ctx.db.transaction(async (tx) => {
    const { row, who } = await lockMove(tx, ctx)
    const found = storedReport(row)?.files.reduce((sum, file) => sum + file.refused, 0)
    if ((await tx.$count(move_in_file, eq(move_in_file.shop_id, ctx.shop_id))) === 0)
      throw new ShopError(409, 'ERROR_MOVE_REFUSED', 'ファイルがありません。先にファイルを置いてください。')
    if (state === 'running' && found !== refused)
      throw new ShopError(409, 'ERROR_MOVE_REFUSED', '先に予行をして、取り込まない件数を確かめてください。')
    await tx
      .update(move_in)
      .set({ ...who, ...named, state, refused, take_back: null, progress: null, error: '', claimed_until: null })
      .where(ofShop(ctx))
    await recordAudit(tx, ctx, { ...about(state), before: { state: row.state }, after: { state, refused, ...named } })
    return look(ctx, tx)
  })
  // Small files start at once; large ones wait for the worker's next run.
  const bytes = begun.files.reduce((sum, file) => sum + file.bytes, 0)
  if (bytes <= SMALL_BYTES) ctx.afterwards(() => processMoveIn(ctx, { budgetMs: SOON_MS }))
  return begun
}

export const exportMoveInProblems: AdminHandler<'POST /admin/v1/move-in/problems'> = async (ctx) => {
  const [row] = await ctx.db.select({ report: move_in.report }).from(move_in).where(ofShop(ctx))
  const report = row ? storedReport(row) : null
  if (!report) throw notFound()
  await recordAudit(ctx.db, ctx, { ...about('problems'), after: { file: '移行できない行' } })
  return moveInProblemsCsv(maskForOperator(ctx, MoveIn.shape.report, report))
}
