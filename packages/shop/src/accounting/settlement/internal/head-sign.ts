import { createHash } from 'node:crypto'
import { plainHead } from '../rules/layouts.ts'

/** By which a form is recognised: its heads in their order. */
export const signOf = (heads: readonly string[]): string =>
  createHash('sha256').update(heads.map(plainHead).join('\n')).digest('hex').slice(0, 32)
