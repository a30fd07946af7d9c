import type { ProductDetail } from '@kushi/contract/product'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Band } from '../../ui/band.tsx'
import { Icon } from '../../ui/icon.tsx'

/** ご質問 about this product; the last one is 返品. */
export const Questions = ({ product: { questions, return_note } }: { product: ProductDetail }) => (
  <Band title="ご質問" tone="sand">
    <div className="max-w-text divide-y divide-line border-y border-line">
      {questions.map(({ question, answer }) => (
        <Question key={question} question={question}>
          <p>{answer}</p>
        </Question>
      ))}
      <Question question="返品・交換はできますか?">
        {return_note && <p className="pb-2">{return_note}</p>}
        <p>
          届いた品が傷んでいたとき、違う品が届いたときは、送料を当店が持って交換・返金いたします。くわしくは
          <Link to="/contents/faq.html#return" className="text-link">
            返品・交換のご案内
          </Link>
          をご覧ください。
        </p>
      </Question>
    </div>
  </Band>
)

const Question = ({ question, children }: { question: string; children: ReactNode }) => (
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
