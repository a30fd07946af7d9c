import { Icon } from './icon.tsx'
import { OrderKeys } from './order-keys.tsx'

interface MoveActionsProps {
  /** Name of the entry, for screen readers. */
  name: string
  n: number
  count: number
  move(from: number, to: number): void
  remove(n: number): void
}

/** 上へ・下へ・外す for an entry of an ordered list. */
export function MoveActions({ name, n, count, move, remove }: MoveActionsProps) {
  return (
    <span className="flex">
      <OrderKeys {...{ name, n, count, move }} />
      <button type="button" className="tap p-1.5" aria-label={`${name}を外す`} onClick={() => remove(n)}>
        <Icon name="close" className="size-3" />
      </button>
    </span>
  )
}
