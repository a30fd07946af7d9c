import { Band } from '../ui/band.tsx'
import { Icon } from '../ui/icon.tsx'
import { Paragraphs } from '../ui/rich-text.tsx'
import type { BlockProps } from './block-props.ts'
import type { ShownBlock } from './load-blocks.server.ts'

/** ご質問, each answer folded. */
export const Questions = ({ block: { title, text, questions } }: BlockProps<ShownBlock<'questions'>>) => (
  <Band title={title} {...(text && { lead: text })} isNarrow>
    <div className="divide-y divide-line border-y border-line">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group">
          <summary className="flex min-h-tap list-none items-center justify-between gap-4 py-4 [&::-webkit-details-marker]:hidden">
            {question}
            <span className="text-muted transition-transform group-open:rotate-180">
              <Icon name="down" />
            </span>
          </summary>
          <div className="grid gap-3 pb-6 text-sm text-muted">
            <Paragraphs text={answer} />
          </div>
        </details>
      ))}
    </div>
  </Band>
)
