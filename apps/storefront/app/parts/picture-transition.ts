import { type CSSProperties, useContext } from 'react'
import { UNSAFE_ViewTransitionContext as ViewTransition } from 'react-router'

/**
 * The style with which a transition moves a product's picture between a list and the product's page at `path` (without the
 * base). Only the product that is opened has it, also on the way back: the browser skips a transition if two elements have
 * one name. null: the picture stays where it is.
 */
export function usePictureTransition(path: string | null): CSSProperties | undefined {
  const moving = useContext(ViewTransition)
  return path !== null && moving.isTransitioning && moving.nextLocation.pathname.endsWith(path)
    ? { viewTransitionName: 'product-picture' }
    : undefined
}
