import { Question } from '../parts/question.tsx'
import { Band } from '../ui/band.tsx'
import { Paragraphs } from '../ui/rich-text.tsx'
import type { BlockProps } from './block-props.ts'
import type { ShownBlock } from './load-blocks.server.ts'

/** ご質問, each answer folded. */
export const Questions = ({ block: { title, text, questions } }: BlockProps<ShownBlock<'questions'>>) => (
  <Band title={title} {...(text && { lead: text })} isNarrow>
    <div className="divide-y divide-line border-y border-line">
      {questions.map(({ question, answer }) => (
        <Question key={question} question={question}>
          <div className="grid gap-3">
            <Paragraphs text={answer} />
          </div>
        </Question>
      ))}
    </div>
  </Band>
)
