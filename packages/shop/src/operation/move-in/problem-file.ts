import type { FileStream } from '@kushi/contract/admin/csv'
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
