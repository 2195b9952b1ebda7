# SPDX-License-Identifier: MIT OR Apache-2.0
"""click.py PAGE FOLDER [TARGET...]: clicks in a page with the mouse, in a browser without a window.

A target is the beginning of the text of a box's head or of a button; the first one that is seen is clicked. A line for
the page as it opens and one after each click: how many boxes are open, and how many small boxes are seen. FOLDER is the
browser's."""

import json
import os
import subprocess
import sys
import time

page, folder, *targets = sys.argv[1:]

# Where the head or the button is whose text begins so; None where there is none that is seen.
FIND = """
(text => {
  const all = [...document.querySelectorAll('summary, button')];
  const found = all.find(one => one.checkVisibility() && one.textContent.startsWith(text));
  if (!found) return null;
  found.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = found.getBoundingClientRect();
  return { x: x + Math.min(width, 40) / 2, y: y + height / 2 };
})(%s)
"""
COUNT = """
[document.querySelectorAll('details[open]').length,
 [...document.querySelectorAll('.cell')].filter(cell => cell.checkVisibility()).length].join(' ')
"""


class Browser:
    """A browser that takes commands of Chrome's DevTools protocol from a pipe: JSON, each with a NUL behind it."""

    def __init__(self):
        to_browser, self.commands = os.pipe()
        self.answers, from_browser = os.pipe()
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe"]
        # The browser reads from 3 and writes to 4.
        shell = f'exec 3<&{to_browser} 4>&{from_browser}; exec chromium "$@"'
        self.process = subprocess.Popen(
            ["sh", "-c", shell, "sh", *options, f"--user-data-dir={folder}", "--window-size=1200,900"],
            pass_fds=(to_browser, from_browser),
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self.number, self.session, self.rest = 0, None, b""

    def call(self, method, **parameters):
        """Calls a method and gives its result."""
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.commands, json.dumps(command).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                read = os.read(self.answers, 1 << 16)
                if not read:
                    sys.exit("the browser has ended")
                self.rest += read
            answer, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(answer)
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']}")
                return answer["result"]

    def value(self, expression):
        """The value of an expression in the page."""
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def click(self, target):
        """A click of the left button in the middle of a target."""
        at = self.value(FIND % json.dumps(target))
        if at is None:
            sys.exit(f"nothing that is seen begins with '{target}'")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **at)


browser = Browser()
made = browser.call("Target.createTarget", url=page)
browser.session = browser.call("Target.attachToTarget", targetId=made["targetId"], flatten=True)["sessionId"]
while browser.value("document.readyState") != "complete" or browser.value("location.href") != page:
    time.sleep(0.05)
print(browser.value(COUNT))
for target in targets:
    browser.click(target)
    print(browser.value(COUNT))
browser.session = None
browser.call("Browser.close")
browser.process.wait()
