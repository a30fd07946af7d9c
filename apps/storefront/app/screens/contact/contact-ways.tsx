import { Link } from 'react-router'
import { useShop } from '../../shell/use-shell.ts'
import { environment } from '../../state/environment.ts'

/** What may be quicker than writing. */
export function ContactWays() {
  const shop = useShop()
  return (
    <p className="text-sm text-muted">
      <Link to="/contents/faq.html" className="text-link text-ink">
        よくあるご質問
      </Link>
      に答えがあるかもしれません。
      {(environment()?.line_requirement ?? 'none') !== 'none' && (
        <>
          <Link to="/line-contact" className="text-link text-ink">
            LINEからのお問い合わせ
          </Link>
          は、トークにお返事します。
        </>
      )}
      {shop?.phone_number && (
        <>
          お急ぎのときと退会のお手続きは、お電話(
          <a href={`tel:${shop.phone_number.replace(/[^\d+]/g, '')}`} className="text-link numeric text-ink">
            {shop.phone_number}
          </a>
          )で承ります。
        </>
      )}
    </p>
  )
}
