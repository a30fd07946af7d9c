import { Icon } from './icon.tsx'

interface OrderKeysProps {
  /** Name of the entry, for screen readers. */
  name: string
  n: number
  count: number
  /** The entries are side by side: 前へ・後へ. */
  isAcross?: boolean
  move(from: number, to: number): void
}

const up = { way: '上', icon: 'up' } as const
const down = { way: '下', icon: 'down' } as const
const forwards = { way: '前', icon: 'left' } as const
const backwards = { way: '後', icon: 'right' } as const

/**
 * 上へ・下へ for an entry of an ordered list. At an end the button does nothing
 * instead of being disabled, to keep the focus.
 */
export function OrderKeys({ name, n, count, isAcross = false, move }: OrderKeysProps) {
  return (isAcross ? [forwards, backwards] : [up, down]).map(({ way, icon }, at) => {
    const to = at === 0 ? n - 1 : n + 1
    const isAtEnd = to < 0 || to === count
    return (
      <button
        key={way}
        type="button"
        className="tap p-1.5 aria-disabled:opacity-30"
        aria-label={`${name}を${way}へ`}
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
