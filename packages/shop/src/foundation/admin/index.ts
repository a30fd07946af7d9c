/** What other features use of `admin`. */
export type { ActingOperator, AdminCallVerbs, AdminContext, AdminInput, AdminVerb, OperatorContext } from './context.ts'
export { countOf, upTo } from './internal/count.ts'
export type { DualCondition } from './internal/dual-condition.ts'
export { everyPage, refuseLongExport } from './internal/every-page.ts'
export {
  maskAddress,
  maskAs,
  maskEmail,
  maskedFor,
  maskName,
  maskPhone,
  maskSearch,
  maskText,
  maySee,
  visibleAddress,
} from './internal/mask.ts'
export { conditions, type ListSource, runList } from './internal/run-list.ts'
export { startsWith } from './internal/starts-with.ts'
