import { formatYen } from '@kushi/values/yen'

export interface PriceProps {
  amount: number
  size?: 'sm' | 'base' | 'lg'
  /** `offer`: lower than usual. `leaf`: subscription price. */
  tone?: 'ink' | 'offer' | 'leaf'
  /** Shown before the amount, such as 初回. */
  prefix?: string
  /** Shows 「〜」 after the amount, if there are higher prices. */
  isMinimum?: boolean
  /** false if 税込 is shown once for a whole list. */
  taxNote?: boolean
}

const sizes = { sm: 'text-sm', base: 'text-base', lg: 'text-xl' }
const tones = { ink: 'text-ink', offer: 'text-camellia', leaf: 'text-leaf' }

/** ¥3,300 税込, in two lines if the text is too large for one. */
export function Price({ amount, size = 'base', tone = 'ink', prefix, isMinimum = false, taxNote = true }: PriceProps) {
  return (
    <span className={`numeric inline-flex flex-wrap items-baseline whitespace-nowrap ${tones[tone]}`}>
      {prefix && <span className="mr-1 text-xs">{prefix}</span>}
      <span>
        <span className={`font-medium ${sizes[size]}`}>{formatYen(amount)}</span>
        {isMinimum && <span className="text-sm">〜</span>}
      </span>
      {taxNote && <span className="ml-1 text-xs text-muted">税込</span>}
    </span>
  )
}
