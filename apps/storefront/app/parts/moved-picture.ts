import { type CSSProperties, useContext } from 'react'
import { type To, useHref, UNSAFE_ViewTransitionContext as ViewTransition } from 'react-router'

/**
 * The style of a product's picture, which a transition moves between a list and the product's page at `to`. Only the
 * product that is opened (also on the way back) has it: a product's page lists other products, and the browser skips a
 * transition if two elements have the same name.
 */
export function useMovedPicture(to: To): CSSProperties | undefined {
  const transition = useContext(ViewTransition)
  const [pathname] = useHref(to).split('?')
  const isOpened = transition.isTransitioning && transition.nextLocation.pathname === pathname
  return isOpened ? { viewTransitionName: 'product-picture' } : undefined
}
