import { source as axe } from 'axe-core';
import type { Page } from 'playwright-core';

/** What makes a place unusable for some people. */
export interface Obstacles {
  /** Violations of axe rules. */
  violations: string[];
  scrollsSideways: boolean;
  smallText: string[];
  smallTargets: string[];
  /** Dates and times of which a part is on the next line. */
  brokenDates: string[];
}

export const NO_OBSTACLES: Obstacles = {
  violations: [],
  scrollsSideways: false,
  smallText: [],
  smallTargets: [],
  brokenDates: [],
};

/** All axe rules, only those about colours, or none. Large type has the colours of normal type, so it needs none. */
export type Rules = 'all' | 'of colours' | 'none';

/** Checks the axe rules, text of at least 16 px, targets of at least 44 px (60 px for the stop button) and no horizontal scrolling. */
export async function obstacles(page: Page, rules: Rules): Promise<Obstacles> {
  if (rules === 'all') await page.evaluate(axe);
  return page.evaluate(async (rules) => {
    interface Violation {
      id: string;
      nodes: { html: string }[];
    }
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } };
    const runOnly = rules === 'of colours' ? { runOnly: ['color-contrast'] } : {};
    const { violations } =
      rules === 'none'
        ? { violations: [] }
        : await axe.run({ resultTypes: ['violations'], preload: false, ...runOnly });

    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.only-for-readers, [aria-hidden=true]');
    const seen = Array.from(document.body.querySelectorAll<HTMLElement>('*')).filter(isSeen);
    const hasText = (element: Element) =>
      Array.from(element.childNodes).some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const isTarget = (element: Element) => element.matches('button, a[href], input, select, textarea, [role=tab]');
    const isTooSmall = (element: HTMLElement) => {
      const { width, height } = (
        element.matches('input') ? (element.closest('label') ?? element) : element
      ).getBoundingClientRect();
      const least = element.closest('footer') && /停止|Stop/.test(element.innerText) ? 60 : 44;
      return height < least || width < least;
    };
    const brokenDatesIn = (text: Node): string[] =>
      Array.from((text.textContent ?? '').matchAll(/\d{4}-\d{2}-\d{2}|\d{2}:\d{2}(:\d{2})?/g)).flatMap((match) => {
        const range = document.createRange();
        range.setStart(text, match.index);
        range.setEnd(text, match.index + match[0].length);
        return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1 ? [match[0]] : [];
      });
    const named = (element: HTMLElement) => `${element.tagName} ${element.innerText.slice(0, 20)}`;
    return {
      violations: violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
      ),
      scrollsSideways: document.documentElement.scrollWidth > window.innerWidth,
      smallText: seen
        .filter((element) => hasText(element) && Number.parseFloat(getComputedStyle(element).fontSize) < 16)
        .map(named),
      smallTargets: seen.filter((element) => isTarget(element) && isTooSmall(element)).map(named),
      brokenDates: seen
        .flatMap((element) => Array.from(element.childNodes))
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .flatMap(brokenDatesIn),
    };
  }, rules);
}

/** Whether the page scrolls horizontally when the phone doubles the text size. */
export function scrollsSidewaysAtDoubleTextSize(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { style } = document.documentElement;
    style.fontSize = '200%';
    const scrolls = document.documentElement.scrollWidth > window.innerWidth;
    style.fontSize = '';
    return scrolls;
  });
}

/**
 * Whether what sticks to the edges takes more than two fifths of the screen, and the buttons of the footer that are not
 * on the screen before anybody scrolls.
 */
export function fixedBars(page: Page): Promise<{ eatsTheScreen: boolean; outsideTheScreen: string[] }> {
  return page.evaluate(() => {
    const areaOf = (element: Element) => element.clientWidth * element.clientHeight;
    const sticky = Array.from(document.querySelectorAll('header, footer, nav')).filter(
      (each) => getComputedStyle(each).position === 'sticky',
    );
    const taken = sticky.reduce((sum, each) => sum + areaOf(each), 0);
    const buttons = Array.from(document.querySelectorAll<HTMLElement>('footer button, nav button'));
    return {
      eatsTheScreen: taken > 0.4 * window.innerWidth * window.innerHeight,
      outsideTheScreen: buttons
        .filter((each) => each.getBoundingClientRect().bottom > window.innerHeight)
        .map((each) => each.innerText),
    };
  });
}

/** The actions that an error screen offers, other than the way back. */
export function offeredActions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const actionsIn = (selector: string) =>
      Array.from(document.querySelectorAll<HTMLElement>(`${selector} :is(button, a[href])`), (way) =>
        way.innerText.trim(),
      );
    if (document.querySelector('[role=alertdialog]')) return actionsIn('[role=alertdialog]');
    const inMessage = actionsIn('[role=alert]');
    // A warning may stand above the actions of its screen.
    return inMessage.length > 0 ? inMessage : actionsIn('main');
  });
}
