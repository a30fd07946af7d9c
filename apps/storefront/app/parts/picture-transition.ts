import { type CSSProperties, useContext } from 'react'
import { UNSAFE_ViewTransitionContext as ViewTransition } from 'react-router'

/**
 * The style of a product's picture, which a transition moves between a list and the product's page at `path` (without
 * the base). Only the product that is opened (also on the way back) has it: a product's page lists other products, and
 * the browser skips a transition if two elements have the same name. null: the picture stays where it is.
 */
export function usePictureTransition(path: string | null): CSSProperties | undefined {
  const moving = useContext(ViewTransition)
  return path !== null && moving.isTransitioning && moving.nextLocation.pathname.endsWith(path)
    ? { viewTransitionName: 'product-picture' }
    : undefined
}
