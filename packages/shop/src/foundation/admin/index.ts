/** The exports of `admin` for other features. */
export type {
  ActingOperator,
  AdminCallHandlers,
  AdminContext,
  AdminHandler,
  AdminInput,
  AdminQueryContext,
  OperatorContext,
  OperatorQueryContext,
} from './context.ts'
export { countUpTo, rowCounter } from './internal/count.ts'
export type { IndexedCondition } from './internal/indexed-condition.ts'
export {
  addressForOperator,
  canSeePersonalData,
  maskEmail,
  maskForOperator,
  maskName,
  maskPersonal,
  maskPhone,
  maskText,
} from './internal/mask.ts'
export { readEveryPage, refuseLongExport } from './internal/read-every-page.ts'
export { type ListSource, listFilterConditions, loadListPage } from './internal/run-list.ts'
export { startsWithCondition } from './internal/starts-with.ts'
