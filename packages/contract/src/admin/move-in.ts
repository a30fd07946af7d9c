import { MOVE_BACKUP_HOURS, MOVE_IN_STATES, WITHOUT_BACKUP_CONFIRMATION } from '@kushi/values/move-in'
import { z } from 'zod'
import { booleanParam } from '../endpoint.ts'
import { markPersonalData } from '../personal.ts'
import { FileStream } from './csv.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { fileUploadBody } from './upload.ts'

/** A larger file must be split before the upload, for example orders by year. */
const MAX_BYTES = 20 * 1024 * 1024

/** 移行 of a shop from another system: its files, and the result of the rehearsal or the run. */
export const MoveIn = z.object({
  state: z.enum(MOVE_IN_STATES),
  files: z
    .array(z.object({ name: z.string(), bytes: z.int().meta({ title: '大きさ' }), uploaded_at: z.iso.datetime() }))
    .meta({ title: 'ファイル' }),
  /** 移行元 of this move, '' before it is named; and those of all moves. */
  former_system: z.string().meta({ title: '移行元', description: 'The system whose numbers the files have.' }),
  former_systems: z.array(z.string()).meta({ title: 'これまでの移行元' }),
  with_guests: z.boolean().meta({ title: 'ゲストの注文も取り込む' }),
  with_departed: z.boolean().meta({ title: '退会した会員の注文も取り込む' }),
  /** EC-CUBE's AUTH_MAGIC was supplied, so that its passwords can be migrated. */
  has_magic: z.boolean(),
  /** Progress in the file that is being read now. */
  progress: z.object({ file: z.string(), done: z.int(), of: z.int() }).nullable(),
  /** Result of the last rehearsal or run: each file, and the first problems. */
  report: z
    .object({
      files: z.array(
        z.object({
          file: z.string(),
          dialect: z.string(),
          taken: z.int(),
          guests: z.int().default(0).meta({ description: 'Orders of guests among those that are taken in.' }),
          departed: z.int().default(0).meta({ description: 'The same of members who left the former shop.' }),
          already: z.int(),
          changed: z.int().default(0).meta({ description: 'Rows of an earlier move that the file changes.' }),
          left_out: z.int(),
          refused: z.int(),
          unused: z.array(z.string()),
        }),
      ),
      problems: z.array(
        z.object({
          file: z.string(),
          row: z.int(),
          head: z.string(),
          message: markPersonalData('text', z.string()),
          is_taken: z.boolean(),
        }),
      ),
      problem_count: z.int(),
    })
    .nullable(),
  /** 移行の取り消し: the rows that its rehearsal found, or that were removed, and the first members who stay. */
  take_back: z
    .object({
      former_system: z.string(),
      members: z.int(),
      non_members: z.int().default(0).meta({ title: 'ゲスト・退会した会員' }),
      addresses: z.int(),
      subscriptions: z.int(),
      orders: z.int(),
      stay_count: z.int().meta({ title: '残る会員' }),
      staying: z.array(
        z.object({
          member_no: z.string(),
          customer_id: z.int(),
          member_name: markPersonalData('name', z.string()),
          reasons: z.array(z.string()),
        }),
      ),
    })
    .nullable(),
  backup_made_at: z.iso.datetime().nullable().meta({
    title: '最後のバックアップ',
    description: 'When the last backup was made; null: the server knows of none.',
  }),
  /** The backup is recent enough for a move to begin. */
  is_backup_recent: z.boolean(),
  error: z.string(),
  operator_name: z.string(),
})
export type MoveIn = z.infer<typeof MoveIn>

const manage = { permission: 'account.manage' } as const
/** Needed where the server knows of no recent backup. */
const without_backup = z
  .string()
  .trim()
  .max(40)
  .optional()
  .meta({
    title: 'バックアップなしで始める',
    description: `「${WITHOUT_BACKUP_CONFIRMATION}」: begin without a backup of the last ${MOVE_BACKUP_HOURS} hours.`,
  })
const errors = ['ERROR_MOVE_BUSY', 'ERROR_CONFIRM_AGAIN'] as const

export const moveInAdminEndpoints = {
  'GET /admin/v1/move-in': { summary: '移行', ...manage, response: MoveIn },
  'POST /admin/v1/move-in/files': {
    summary: '移行のファイルを置く(予行からやり直しになる)',
    ...manage,
    confirm: true,
    upload: MAX_BYTES,
    query: z.object({ name: z.string().trim().min(1).max(100) }),
    body: fileUploadBody,
    response: MoveIn,
    errors: [...errors, 'ERROR_MOVE_FILE'],
  },
  'DELETE /admin/v1/move-in/files': {
    summary: '移行のファイルをすべて消す',
    ...manage,
    response: MoveIn,
    errors: ['ERROR_MOVE_BUSY'],
  },
  'POST /admin/v1/move-in/check': {
    summary: '移行を予行する(何も書き込まない)',
    ...manage,
    confirm: true,
    /** Absent: the files have the numbers of the only former system, and name each member that they mean. */
    query: z.object({
      former_system: z.string().trim().max(40).optional(),
      with_guests: booleanParam.optional(),
      with_departed: booleanParam.optional(),
    }),
    response: MoveIn,
    errors,
  },
  'POST /admin/v1/move-in/run': {
    summary: '移行する(正しい行だけを取り込む)',
    ...manage,
    confirm: true,
    /** The number of rejected rows that the rehearsal reported. */
    body: z.object({ refused: z.int().min(0).meta({ title: 'お断りした理由' }), without_backup }),
    response: MoveIn,
    errors: [...errors, 'ERROR_MOVE_REFUSED'],
  },
  'POST /admin/v1/move-in/back/check': {
    summary: '移行の取り消しを予行する(何も消さない)',
    ...manage,
    confirm: true,
    body: z.object({ former_system: z.string().trim().min(1).max(40) }),
    response: MoveIn,
    errors,
  },
  'POST /admin/v1/move-in/back/run': {
    summary: '移行を取り消す(移行のあと何もなかった会員を、取り込んだものごと消す)',
    ...manage,
    confirm: true,
    /** The name of the former system as the operator typed it, and how many members stay, as the rehearsal reported. */
    body: z.object({
      former_system: z.string().trim().max(40),
      stay_count: z.int().min(0),
      without_backup,
    }),
    response: MoveIn,
    errors: [...errors, 'ERROR_MOVE_REFUSED'],
  },
  'POST /admin/v1/move-in/problems': {
    summary: '移行で見つかった問題をファイルにする',
    ...manage,
    confirm: true,
    body: z.object({}),
    file: 'text/csv',
    response: FileStream,
    errors: ['ERROR_NOT_FOUND', 'ERROR_CONFIRM_AGAIN'],
  },
} as const satisfies AdminEndpoints
