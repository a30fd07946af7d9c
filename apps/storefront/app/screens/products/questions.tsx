import type { ProductDetail } from '@kushi/contract/product'
import { Link } from 'react-router'
import { Question } from '../../parts/question.tsx'
import { Band } from '../../ui/band.tsx'

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
