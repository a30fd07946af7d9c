import type { FileStream } from '@kushi/contract/admin/csv'
import type { MemberKeptByRevert } from '@kushi/values/move-in'
import { type CsvColumn, csvFile } from '../../foundation/csv/index.ts'
import type { MoveInReport } from './move-in.ts'

const columns: CsvColumn<MoveInReport['problems'][number]>[] = [
  { head: 'ファイル', of: ({ file }) => file },
  { head: '行', of: ({ row }) => row },
  { head: '列', of: ({ head }) => head },
  { head: '内容', of: ({ message }) => message },
  { head: '取り込み', of: ({ is_taken }) => (is_taken ? 'する' : 'しない') },
]

/** 移行できない行 as a file, for correcting them in the other system. */
export const moveInProblemsCsv = ({ problems }: Pick<MoveInReport, 'problems'>): FileStream =>
  csvFile(
    '移行できない行',
    columns,
    'utf-8',
    (async function* () {
      yield problems
    })(),
  )

/** Builds a CSV of the members who stay when a move is reverted, with the reasons. */
export const keptMembersCsv = (staying: NamedStayingMember[]): FileStream =>
  csvFile(
    '残る会員',
    stayingColumns,
    'utf-8',
    (async function* () {
      yield staying
    })(),
  )

type NamedStayingMember = MemberKeptByRevert & { member_name: string }

const stayingColumns: CsvColumn<NamedStayingMember>[] = [
  { head: '会員番号(移行元)', of: ({ member_no }) => member_no },
  { head: '会員', of: ({ customer_id }) => customer_id },
  { head: 'お名前', of: ({ member_name }) => member_name },
  { head: '残る理由', of: ({ reasons }) => reasons.join('、') },
]
