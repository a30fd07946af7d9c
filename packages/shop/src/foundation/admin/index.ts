/** What other features use of `admin`. */
export type {
  ActingOperator,
  AdminCallHandlers,
  AdminContext,
  AdminHandler,
  AdminInput,
  OperatorContext,
} from './context.ts'
export { countOf, countUpTo } from './internal/count.ts'
export type { DualCondition } from './internal/dual-condition.ts'
export {
  maskAddress,
  maskEmail,
  maskForOperator,
  maskName,
  maskPersonal,
  maskPhone,
  maskSearch,
  maskText,
  maySee,
  visibleAddress,
} from './internal/mask.ts'
export { readEveryPage, refuseLongExport } from './internal/read-every-page.ts'
export { conditions, type ListSource, runList } from './internal/run-list.ts'
export { startsWith } from './internal/starts-with.ts'
