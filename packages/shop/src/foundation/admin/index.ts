/** What other features use of `admin`. */
export type { ActingOperator, AdminCalls, AdminContext, AdminInput, AdminVerb, OperatorContext } from './context.ts'
export { countOf, upTo } from './internal/count.ts'
export { everyPage, refuseLongExport } from './internal/every-page.ts'
export {
  addressOf,
  maskAddress,
  maskEmail,
  maskName,
  maskPhone,
  maskSearch,
  maskText,
  maySee,
} from './internal/mask.ts'
export { conditions, type ListSource, runList } from './internal/run-list.ts'
export { startsWith } from './internal/starts-with.ts'
export type { Ways } from './internal/ways.ts'
