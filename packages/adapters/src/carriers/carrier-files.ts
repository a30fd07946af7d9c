import type { CarrierFilePort } from '@kushi/shop/fulfilment/carrier-file-port'
import { CARRIER_PROGRAM_NAME, type CarrierProgram } from '@kushi/values/carrier-program'
import { b2cloud } from './b2cloud.ts'
import { toBytes } from './bytes.ts'
import { writeLine } from './csv.ts'
import { ehiden3 } from './ehiden3.ts'
import type { Program } from './program.ts'
import { readReturn } from './read-return.ts'
import { yupriCloud } from './yupri-cloud.ts'
import { yupriR } from './yupri-r.ts'

const programs: Record<CarrierProgram, Program> = {
  b2cloud,
  ehiden3,
  yupri_r: yupriR,
  yupri_cloud: yupriCloud,
}

/** 送り状ソフト of the carriers. Another one is another row. */
export const carrierFiles = (): CarrierFilePort => ({
  terms: (program) => programs[program].terms,
  write(program, sender, labels) {
    const { columns, format, cells } = programs[program]
    const lines = labels.map((label) => {
      const filled = cells(label, sender)
      return writeLine(
        columns.map((name) => filled[name] ?? ''),
        format,
      )
    })
    return toBytes(writeLine(columns, format) + lines.join(''), format)
  },
  filter(program) {
    const { columns, filter } = programs[program]
    if (!filter) return null
    const format = { encoding: 'cp932', quotes: 'all' } as const
    const name = CARRIER_PROGRAM_NAME[program]
    const rows = columns.map((column, n) => writeLine([String(n + 1), column, filter.items[column] ?? ''], format))
    const text = writeLine(['列番号', 'CSVの項目名', `${name}の項目`], format) + rows.join('')
    return { file_name: filter.file_name, content: toBytes(text, format) }
  },
  read: (content) => readReturn(programs, content),
})
