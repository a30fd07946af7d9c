interface StepsProps {
  /** お客様情報 → お届け・お支払い → 確認 → 完了 */
  steps: readonly string[]
  /** From 0. */
  current: number
}

/** Shows the progress in a sequence of steps. */
export const Steps = ({ steps, current }: StepsProps) => (
  <nav aria-label="お手続きの流れ">
    <ol className="flex">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={`grow break-keep border-t-2 pt-2 text-center text-xs ${index <= current ? 'border-ink' : 'border-line'} ${index === current ? 'font-medium text-ink' : 'text-muted'}`}
        >
          <span className="numeric mr-1">{index + 1}</span>
          {step}
          {index < current && <span className="sr-only">(済み)</span>}
        </li>
      ))}
    </ol>
  </nav>
)
