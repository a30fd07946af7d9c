import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'

/** A question with its answer folded. */
export const Question = ({ question, children }: { question: string; children: ReactNode }) => (
  <details className="group">
    <summary className="flex min-h-tap list-none items-center justify-between gap-4 py-4 [&::-webkit-details-marker]:hidden">
      {question}
      <span className="text-muted transition-transform group-open:rotate-180">
        <Icon name="down" />
      </span>
    </summary>
    <div className="pb-6 text-sm text-muted">{children}</div>
  </details>
)
