import { type DragEvent, useRef } from 'react'
import { Icon } from './icon.tsx'

interface OrderKeysProps {
  /** Name of the entry, for screen readers. */
  name: string
  n: number
  count: number
  /** The entries are side by side: 前へ・後へ. */
  isHorizontal?: boolean
  move(from: number, to: number): void
}

const up = { label: '上', icon: 'up' } as const
const down = { label: '下', icon: 'down' } as const
const forwards = { label: '前', icon: 'left' } as const
const backwards = { label: '後', icon: 'right' } as const

/**
 * 上へ・下へ for an entry of an ordered list. At an end the button does nothing
 * instead of being disabled, to keep the focus.
 */
export function OrderKeys({ name, n, count, isHorizontal = false, move }: OrderKeysProps) {
  return (isHorizontal ? [forwards, backwards] : [up, down]).map(({ label, icon }, at) => {
    const to = at === 0 ? n - 1 : n + 1
    const isAtEnd = to < 0 || to === count
    return (
      <button
        key={label}
        type="button"
        className="tap p-1.5 aria-disabled:opacity-30"
        aria-label={`${name}を${label}へ`}
        aria-disabled={isAtEnd}
        onClick={() => {
          if (!isAtEnd) move(n, to)
        }}
      >
        <Icon name={icon} className="size-3" />
      </button>
    )
  })
}

/** Drags one of several entries to the place of another. `OrderKeys` does the same with buttons. */
export function useDragOrder<T>(move: (from: T, to: T) => void) {
  const dragged = useRef<{ one: T } | null>(null)
  const take = (one: T | null) => {
    dragged.current = one === null ? null : { one }
  }
  /** Props of the element to drag. */
  const handle = (one: T) => ({ draggable: true, onDragStart: () => take(one), onDragEnd: () => take(null) })
  /**
   * Props of a drop target. Stops propagation, because browsers also offer a dragged
   * picture as a file to the elements around it.
   */
  const place = (one: T) => ({
    onDragOver: (event: DragEvent) => {
      if (!dragged.current) return
      event.preventDefault()
      event.stopPropagation()
    },
    onDrop: (event: DragEvent) => {
      if (!dragged.current) return
      event.preventDefault()
      event.stopPropagation()
      if (dragged.current.one !== one) move(dragged.current.one, one)
      take(null)
    },
  })
  return { handle, place }
}

/** The handle to drag a row by, so that its fields stay usable. */
export function DragHandle(props: ReturnType<ReturnType<typeof useDragOrder>['handle']>) {
  return (
    <span
      {...props}
      aria-hidden="true"
      title="ドラッグして並べ替える"
      className="cursor-grab p-1.5 text-muted pointer-coarse:hidden"
    >
      <Icon name="drag" className="size-3" />
    </span>
  )
}

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
      <OrderKeys name={name} n={n} count={count} move={move} />
      <button type="button" className="tap p-1.5" aria-label={`${name}を外す`} onClick={() => remove(n)}>
        <Icon name="close" className="size-3" />
      </button>
    </span>
  )
}
