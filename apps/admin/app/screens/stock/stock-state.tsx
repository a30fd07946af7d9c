import { STOCK_STATE_NAME } from '@kushi/contract/admin/product'
import { State } from '../../ui/state.tsx'

interface StockStateProps {
  state: keyof typeof STOCK_STATE_NAME
  /** The state is the worst of several SKUs; in_stock shows nothing then. */
  isWorst?: boolean
}

/** 在庫の状態 in words. */
export function StockState({ state, isWorst = false }: StockStateProps) {
  if (state === 'in_stock') return isWorst ? null : <State>{STOCK_STATE_NAME.in_stock}</State>
  return (
    <State tone={state === 'out' ? 'stuck' : 'attention'}>
      {STOCK_STATE_NAME[state]}
      {isWorst && 'あり'}
    </State>
  )
}
