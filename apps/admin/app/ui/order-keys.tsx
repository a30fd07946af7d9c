import { Icon } from './icon.tsx'

interface OrderKeysProps {
  /** What is moved, for those who don't see it. */
  name: string
  n: number
  count: number
  /** They stand beside each other: 前へ・後へ. */
  isAcross?: boolean
  move(from: number, to: number): void
}

const up = { way: '上', icon: 'up' } as const
const down = { way: '下', icon: 'down' } as const
const forwards = { way: '前', icon: 'left' } as const
const backwards = { way: '後', icon: 'right' } as const

/** 上へ・下へ of one of several in the shop's order. At an end a key rests and is not disabled: it would lose the focus. */
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
