import { Icon } from './icon.tsx'

interface MoveActionsProps {
  /** What is moved, for those who don't see it. */
  name: string
  n: number
  count: number
  move(from: number, to: number): void
  remove(n: number): void
}

/** 上へ・下へ・外す of one of several that stand in the shop's order. */
export function MoveActions({ name, n, count, move, remove }: MoveActionsProps) {
  const act = 'tap p-1.5 disabled:opacity-30'
  return (
    <span className="flex">
      <button
        type="button"
        className={act}
        aria-label={`${name}を上へ`}
        disabled={n === 0}
        onClick={() => move(n, n - 1)}
      >
        <Icon name="up" className="size-3" />
      </button>
      <button
        type="button"
        className={act}
        aria-label={`${name}を下へ`}
        disabled={n === count - 1}
        onClick={() => move(n, n + 1)}
      >
        <Icon name="down" className="size-3" />
      </button>
      <button type="button" className={act} aria-label={`${name}を外す`} onClick={() => remove(n)}>
        <Icon name="close" className="size-3" />
      </button>
    </span>
  )
}
